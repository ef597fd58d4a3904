// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sets/options/build_options.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec::cli {

/// Steps per epoch of each split, for --batch; with --hosts also those of each host.
std::string epoch_lines(const Manifest& set, const BuildOptions& options);

}  // namespace tfrec::cli
