// SPDX-License-Identifier: Apache-2.0
// Shard ranges in, finished shards in the staging folder out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/order/dealing.hpp"
#include "records/make/make_records.hpp"
#include "records/make/shard_store.hpp"
#include "records/make/stored_samples.hpp"

namespace tfrec {

/// Which shards of a plan to make: shard k holds the samples order[ranges[k]].
struct ShardWork {
  std::span<const SampleIndex> order;
  std::span<const PlaceRange> ranges;
  std::vector<std::size_t> wanted;  // numbers of `ranges`, ascending
  BadPlaces bad_places = BadPlaces::left_out;
};

/// How shards are written.
struct ShardWriting {
  Compression compression = Compression::none;
  bool reread = true;  // read each back from the disk before it counts as finished
};

/// Makes the wanted shards and keeps each in `store` as soon as it is whole; returns them in the order of
/// `wanted`. The next shard's records go on being made while one is synced and read back. On an error what
/// was finished stays in the store.
std::vector<StagedShard> build_shards(const Samples& samples, const RecordMaker& maker, const ShardWork& work,
                                      MadeAhead& ahead, const ShardStore& store, const ShardWriting& writing,
                                      const MakeLimits& limits, Observer& observer);

}  // namespace tfrec
