// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "operations/build_input.hpp"
#include "operations/build_plan.hpp"
#include "operations/prepare_build.hpp"
#include "pipeline/build_shards.hpp"
#include "pipeline/record_layout.hpp"
#include "shards/publication.hpp"
#include "shards/set_description.hpp"

namespace tfrec {

/// What is known of a set before its pictures are read: options, schema, classes counted, predicted sizes and
/// shards under the names they will have if no image is bad.
SetDescription describe_plan(const PreparedBuild& prepared, const BuildPlan& plan);

/// Adds what was written: shards under their final names, totals, classes counted, pictures tallied, bad
/// images.
void add_outcome(SetDescription& set, const PreparedBuild& prepared, const BuildPlan& plan,
                 const BuiltShards& built);

/// The staged files, relative to `staging`, and the names add_outcome() gave them.
std::vector<Publication> publications(const SetDescription& set, const BuildPlan& plan,
                                      const std::vector<StagedShard>& shards,
                                      const std::filesystem::path& staging);

}  // namespace tfrec
