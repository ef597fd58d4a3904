// SPDX-License-Identifier: Apache-2.0
// The images of all shards in one list, which the searches for findings read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "operations/report/report.hpp"

namespace tfrec {

struct SetRows {
  std::vector<ImageRow> rows;           // shard by shard, in the order of the records
  std::vector<std::size_t> first_row;   // of each shard, and behind the last
  std::vector<std::uint32_t> split_of;  // of each shard: ReportResult::splits
  std::vector<std::uint32_t> size_of;   // of each shard: which variant of the same images it has
  std::vector<bool> is_other_size;      // of each shard: has no rows, for they are those of another size
  std::vector<bool> may_repeat;         // of each shard: --equal may have stored records twice
  std::size_t labels = 0;               // numbers that ImageRow::label may have
  std::size_t splits = 0;               // at least 1

  std::size_t shards() const { return split_of.size(); }
  std::size_t shard_of(std::uint32_t row) const;
  std::uint32_t split(std::uint32_t row) const { return split_of[shard_of(row)]; }
  std::span<const ImageRow> of_shard(std::size_t shard) const {
    return std::span(rows).subspan(first_row[shard], first_row[shard + 1] - first_row[shard]);
  }
};

/// A number that is as good as random, the same for the same image and seed.
std::uint64_t dealt(const ImageRow& row, std::size_t shard, std::uint64_t seed);

/// Places in `rows`, by their finding; the most extreme first.
struct FoundOdd {
  Oddity oddity{};
  std::vector<std::uint32_t> rows;
  bool is_usual = false;
};
std::vector<FoundOdd> find_odd(const SetRows& set);
/// The limits that find_odd() goes by.
OddLimits odd_limits(const SetRows& set);

/// Rules that predict a class, the best first.
std::vector<Giveaway> find_giveaways(const SetRows& set, std::uint64_t seed);

/// Splits and shards that differ. `shards` and `splits` name them.
std::vector<Drift> find_drift(const SetRows& set, const std::vector<ReportShard>& shards,
                              const std::vector<std::string>& splits);

/// Images that may be one image, each list ascending. Those of one are equal, the others' hashes are near.
struct FoundRepeats {
  std::uint64_t equal = 0;
  std::vector<std::vector<std::uint32_t>> equal_groups;
  std::vector<std::vector<std::uint32_t>> near_groups;  // one image of each equal group
  std::uint64_t not_compared = 0;
};
FoundRepeats find_repeated(const SetRows& set);

}  // namespace tfrec
