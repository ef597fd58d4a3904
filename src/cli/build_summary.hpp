// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "operations/build.hpp"

namespace tfrec::cli {

/// What is printed after a build: shards, records, classes, features, speed.
std::string build_summary(const BuildOptions& options, const BuildResult& result);

/// The lines about the set itself: shards, names, classes, features.
std::string set_summary(const SetDescription& set);

/// What `tfrec plan` prints: the same, predicted.
std::string plan_summary(const BuildOptions& options, const SetDescription& set);

}  // namespace tfrec::cli
