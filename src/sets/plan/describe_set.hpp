// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "records/layout/record_layout.hpp"
#include "records/make/shard_store.hpp"
#include "sets/input/build_input.hpp"
#include "sets/plan/build_plan.hpp"
#include "sets/plan/prepare_build.hpp"
#include "shards/manifest/set_description.hpp"
#include "shards/publish/publication.hpp"

namespace tfrec {

/// Adds what a feature is made of, as a manifest records it.
void record_spec(DescribedFeature& feature, const FeatureSpec& spec);

/// The shards of a plan, all of them made: as BuildPlan::shards.
using PlannedShards = std::vector<std::optional<StagedShard>>;

/// What is known of a set before its images are read: options, schema, classes counted, predicted sizes and
/// shards under the names they will have if no image is bad.
SetDescription describe_plan(const PreparedBuild& prepared, const BuildPlan& plan);

/// Adds what was written: shards under their final names, totals, classes counted, images tallied, bad
/// images.
void add_outcome(SetDescription& set, const PreparedBuild& prepared, const BuildPlan& plan,
                 const PlannedShards& shards);

/// A row without a record, as the set tells it.
BadImage bad_image(const BuildInput& input, const BadRow& bad);

/// The staged files, relative to `staging`, and the names add_outcome() gave them.
std::vector<Publication> publications(const SetDescription& set, const BuildPlan& plan,
                                      const PlannedShards& shards, const std::filesystem::path& staging);

}  // namespace tfrec
