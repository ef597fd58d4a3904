// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "operations/build.hpp"

namespace tfrec::cli {

/// What is printed after a build (or a dry run): shards, records, classes, features.
std::string build_summary(const BuildOptions& options, const BuildResult& result);

}  // namespace tfrec::cli
