// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dataset/order/dealing.hpp"
#include "records/make/size_sample.hpp"
#include "sets/options/build_options.hpp"
#include "sets/splits/choose_splits.hpp"

namespace tfrec {

/// Consecutive shards; `end` is not one of them.
struct ShardRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

/// One split of a plan; a set without splits has one without a name.
struct PlannedSplit {
  std::string name;
  PlaceRange places;                           // of BuildPlan::order
  ShardRange shards;                           // numbers of BuildPlan::shards
  std::vector<std::uint64_t> predicted_bytes;  // of each set
  std::string shard_rule;                      // what decided the number of shards
  std::vector<std::string> given_up;           // requests that the rule did not meet
};

/// Which sample goes to which place in which shard, fixed before the main pass.
struct BuildPlan {
  IndexedVector<Place, SampleIndex> order;   // split by split
  std::vector<PlaceRange> shards;            // places of each shard, split by split
  std::vector<PlannedSplit> splits;          // at least one
  PerSample<std::uint16_t> split_of_sample;  // empty if there are no splits

  std::span<const SampleIndex> samples_at(const PlaceRange& places) const {
    return std::span(order).subspan(places.begin.value(), places.size());
  }
};

/// The order of the samples and the places of the splits: all but predicted bytes and shards.
BuildPlan undealt_plan(const ShardOptions& options, std::size_t samples, const ChosenSplits& splits);
/// Adds the shards of a split; they come split by split.
void deal_shards(BuildPlan& plan, PlannedSplit& split, ShardCount count);

/// Throws Error (usage) if the requests for shards can't be met; reports to `observer` what was given up.
BuildPlan make_plan(const ShardOptions& options, const Samples& samples, const ChosenSplits& splits,
                    const SizeSample& sample, Observer& observer);

}  // namespace tfrec
