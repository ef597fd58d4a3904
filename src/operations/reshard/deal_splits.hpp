// SPDX-License-Identifier: Apache-2.0
// How many shards each split of the new set has, and which records go to each shard.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/order/dealing.hpp"
#include "operations/reshard/reshard_sources.hpp"
#include "records/copy/copy_records.hpp"
#include "records/copy/record_places.hpp"

namespace tfrec {

struct DealtSplit {
  std::string name;         // empty: the set has no splits
  PlaceRange places;        // of its records
  std::uint64_t bytes = 0;  // predicted
  ShardCount count;
  std::vector<PlaceRange> shards;  // the places of each
};

/// Chooses the number of shards of each split. Throws Error as choose_shard_count() does.
std::vector<DealtSplit> deal_splits(const ReshardSources& sources, const RecordPlaces& places,
                                    const ShardRequest& request, Observer& observer);

/// The places of each split.
std::vector<PlaceRange> places_of(const std::vector<DealtSplit>& splits);

/// The shards of all splits, each split a part.
std::vector<NewShard> shards_of(const std::vector<DealtSplit>& splits);

}  // namespace tfrec
