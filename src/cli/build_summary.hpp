// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "operations/build.hpp"

namespace tfrec::cli {

/// What is printed after a build: shards, records, classes, features, speed.
std::string build_summary(const BuildOptions& options, const BuildResult& result);

/// The lines about the set itself: shards, names, classes, features.
std::string set_summary(const SetDescription& set);

/// "read     …": the Python that reads the set's first folder of shards in `out`.
std::string reading_line(const SetDescription& set, const std::filesystem::path& out,
                         Compression compression);

/// What `tfrec plan` prints: the same, predicted.
std::string plan_summary(const BuildOptions& options, const SetDescription& set);

}  // namespace tfrec::cli
