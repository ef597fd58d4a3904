// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dataset/order/dealing.hpp"
#include "records/copy/record_index.hpp"

namespace tfrec {

/// The records of several indexed shards in one order: as they are, or shuffled.
class RecordPlaces {
 public:
  struct Located {
    std::size_t shard;  // index into the shards
    FramePlace frame;
  };

  /// The shards must outlive this.
  explicit RecordPlaces(std::span<const SourceShard> shards);

  /// Puts the records of each part in the order that docs/format.md specifies for `seed`. The parts follow
  /// one another and contain all places. Throws Error (usage) if there are more than 2^32 - 1 records.
  void shuffle(std::uint64_t seed, const std::vector<PlaceRange>& parts);
  /// The places of the shards from `begin` up to `end`, which is not one of them, before a shuffle.
  PlaceRange of_shards(std::size_t begin, std::size_t end) const {
    return {Place(m_begins[begin]), Place(m_begins[end])};
  }

  PlaceRange all() const { return of_shards(0, shards()); }
  std::uint64_t size() const { return m_begins.back(); }
  bool is_shuffled() const { return !m_order.empty(); }
  Located at(std::uint64_t place) const;
  const SourceShard& shard(std::size_t index) const { return m_shards[index]; }
  std::size_t shards() const { return m_shards.size(); }

 private:
  std::span<const SourceShard> m_shards;
  std::vector<std::uint64_t> m_begins;  // number of the first record of each shard; at the end, of records
  std::vector<std::uint32_t> m_order;   // place -> number of the record; empty: the same
};

}  // namespace tfrec
