// SPDX-License-Identifier: Apache-2.0
// How well a label is mixed over the shards of a set: readers take shards one after the other and shuffle
// within a buffer, so each shard should be a random sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tfrec {

/// Counts of a label as shards are read, record by record. Memory: one entry per label and shard it is in.
class LabelTally {
 public:
  /// Records come shard by shard, in the order in which they stand.
  void begin_shard();
  void add(std::uint64_t label);

  struct Shard {
    std::map<std::uint64_t, std::uint64_t> records_of_label;
    std::uint64_t records = 0;
    std::uint64_t equal_neighbours = 0;  // records with the label of the one before
  };
  /// A whole shard, counted elsewhere.
  void add_shard(Shard shard) { m_shards.push_back(std::move(shard)); }
  const std::vector<Shard>& shards() const { return m_shards; }

 private:
  std::vector<Shard> m_shards;
  std::uint64_t m_last = 0;
};

/// Over shards: with x records of a label in a shard and e = records of the shard * records of the label /
/// all records, X2 = sum of (x - e)^2 / e. Shards dealt from a random order have on average exactly
/// E = (shards - 1)(labels - 1) n / (n - 1); shards of one label each have M = n min(shards - 1, labels - 1).
///
///     score = 1 - sqrt((X2 - E) / (M - E)), within 0 … 1
///
/// (the square root is Cramér's V, corrected for chance). 1: like random samples, or evener. 0: sorted.
/// Within shards: neighbours of equal label, against the mean of a random order; 1 as in a random order, 0
/// in runs as long as can be.
struct MixingScore {
  std::uint64_t records = 0;
  std::size_t shards = 0;  // with records
  std::size_t labels = 0;
  double over_shards = 1;
  double within_shards = 1;
  /// Part of the records that would have to change places for all shards to have the same labels (total
  /// variation distance, mean over records), for people. Small shards have some in any order.
  double distance = 0;
  /// Worth a warning: a score below 0.8, and further from chance than random orders come once in many
  /// million (more than six standard deviations).
  bool sorted_over_shards = false;
  bool sorted_within_shards = false;
  /// Whether there are enough records for that: sorted ones would be found out, so that a score means
  /// something.
  bool enough_over_shards = false;
  bool enough_within_shards = false;
};

/// One label, one shard or no records at all score 1: there is nothing to mix.
MixingScore mixing_score(const LabelTally& tally);

}  // namespace tfrec
