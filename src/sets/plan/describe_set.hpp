// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "records/layout/record_layout.hpp"
#include "records/make/shard_store.hpp"
#include "sets/input/build_input.hpp"
#include "sets/plan/build_plan.hpp"
#include "sets/plan/manifest_order.hpp"
#include "sets/plan/prepare_build.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/publish/publication.hpp"

namespace tfrec {

/// Adds what a feature is made of, as a manifest records it.
void record_spec(ManifestFeature& feature, const FeatureSpec& spec);

/// What is known of a set before its shards are planned: options, schema, and classes, counted over all
/// samples.
Manifest describe_input(const PreparedBuild& prepared);

/// What is known of a set before its images are read: options, schema, classes counted, predicted sizes and
/// shards under the names they will have if no image is bad.
Manifest describe_plan(const PreparedBuild& prepared, const BuildPlan& plan);

/// Adds what was written: shards under their final names, totals, classes counted, images tallied, bad
/// images.
void add_outcome(Manifest& set, const PreparedBuild& prepared, const BuildPlan& plan,
                 const PlannedShards& shards);

/// The report of a sample without a record.
BadImage bad_image(const BuildInput& input, const BadSample& bad);

/// The staged files, relative to `staging`, and the names add_outcome() gave them.
std::vector<Publication> publications(const Manifest& set, const BuildPlan& plan, const PlannedShards& shards,
                                      const std::filesystem::path& staging);

}  // namespace tfrec
