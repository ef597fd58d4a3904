// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "operations/build/build.hpp"
#include "operations/build/plan_part.hpp"

namespace tfrec::cli {

/// What is printed after a build: shards, records, classes, features, speed.
std::string build_summary(const BuildOptions& options, const BuildResult& result, const PhaseTimes& times);

/// What is printed after a part of a plan.
std::string part_summary(const PlanUse& use, const PartNumber& part, const PartResult& result,
                         const PhaseTimes& times);
std::string part_json(const PartNumber& part, const PartResult& result, const PhaseTimes& times);

/// How long the command took, and how many images it read in that time; empty if it read none.
std::string speed_line(const MainPass& pass, const PhaseTimes& times);

/// The lines about the set itself: shards, names, splits, classes, features. `is_by_chance`: they name the
/// option that spreads classes over splits.
std::string set_summary(const Manifest& set, bool is_by_chance = false);

/// "read     …": the Python that reads the set's first folder of shards in `out`.
std::string reading_line(const Manifest& set, const std::filesystem::path& out, Compression compression);

/// What `tfrec plan` prints: the same, predicted.
std::string plan_summary(const BuildOptions& options, const Manifest& planned);
/// Which file `plan -o` wrote, and the commands that build it.
std::string plan_file_lines(const BuildOptions& options, const Manifest& set,
                            const std::filesystem::path& file);

}  // namespace tfrec::cli
