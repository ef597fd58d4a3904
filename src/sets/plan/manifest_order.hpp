// SPDX-License-Identifier: Apache-2.0
// A manifest lists the shards of a plan variant by variant, within one split by split, within one by number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "records/make/shard_store.hpp"
#include "sets/plan/build_plan.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The shards of a plan, all of them made: as BuildPlan::shards.
using PlannedShards = std::vector<std::optional<StagedShard>>;

/// The shards of one split in one variant: what one entry of a manifest's totals is about.
struct SplitVariant {
  const PlannedSplit* split = nullptr;
  std::size_t variant = 0;
};

/// One for each entry of the totals of a set that was planned so.
inline std::vector<SplitVariant> splits_of_totals(const BuildPlan& plan, std::size_t totals) {
  std::vector<SplitVariant> all;
  for (std::size_t i = 0; i < totals; ++i)
    all.push_back({&plan.splits[i % plan.splits.size()], i / plan.splits.size()});
  return all;
}

/// Calls visit(entry of the manifest, number in the plan, variant) for each shard that has a file. Shards
/// whose images were all bad have none, and are not in the manifest.
template <class Visit>
void for_each_written_shard(const Manifest& set, const BuildPlan& plan, const PlannedShards& shards,
                            const Visit& visit) {
  auto entry = set.shards.begin();
  for (const auto& [split, variant] : splits_of_totals(plan, set.totals.size())) {
    for (std::size_t k = split->shards.begin; k < split->shards.end; ++k) {
      if (!shards[k]->files.empty()) visit(*entry++, k, variant);
    }
  }
}

}  // namespace tfrec
