// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dataset/order/dealing.hpp"
#include "records/make/size_sample.hpp"
#include "records/make/stored_samples.hpp"
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

/// With --equal a shard keeps its number of records if images are bad.
inline BadPlaces bad_places(const ShardOptions& options) {
  return options.shards.equal == EqualShards::no ? BadPlaces::left_out : BadPlaces::filled;
}

/// Which sample goes to which place in which shard, fixed before the main pass.
struct BuildPlan {
  IndexedVector<Place, SampleIndex> order;   // split by split; each sample once, but for --equal
  std::vector<PlaceRange> shards;            // places of each shard, split by split
  std::vector<PlannedSplit> splits;          // at least one
  PerSample<std::uint16_t> split_of_sample;  // empty if there are no splits

  std::span<const SampleIndex> samples_at(const PlaceRange& places) const {
    return std::span(order).subspan(places.begin.value(), places.size());
  }
};

/// The order of the samples and the places of the splits: all but predicted bytes and shards.
BuildPlan undealt_plan(const ShardOptions& options, std::size_t samples, const ChosenSplits& splits);
/// Adds the shards of split `number`, the first that has none. With --equal the split gets other places
/// first: samples are left out or come twice.
void deal_shards(BuildPlan& plan, std::size_t number, ShardCount count, const ShardOptions& options);

/// How many times the plan has each sample: once, but for --equal.
PerSample<std::uint32_t> planned_times(const BuildPlan& plan, std::size_t samples);

/// Throws Error (usage) if the requests for shards can't be met; reports to `observer` what was given up.
BuildPlan make_plan(const ShardOptions& options, const Samples& samples, const ChosenSplits& splits,
                    const SizeSample& sample, Observer& observer);

}  // namespace tfrec
