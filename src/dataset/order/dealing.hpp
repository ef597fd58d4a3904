// SPDX-License-Identifier: Apache-2.0
// How many shards a set has, and which places each of them gets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dataset/indexes.hpp"

namespace tfrec {

// Published guidance: files of 10 to 100 MB, read in parallel (tensorflow.org, "Better performance with
// tf.data" and the TFRecord guide).
inline constexpr std::uint64_t k_least_shard_bytes = 10'000'000;
inline constexpr std::uint64_t k_most_shard_bytes = 100'000'000;
inline constexpr std::uint64_t k_default_shard_bytes = 64'000'000;
// The same guide: at least ten times as many files as hosts that read them, while files stay large enough.
inline constexpr std::uint64_t k_files_per_host = 10;
inline constexpr std::uint64_t k_most_hosts = 1'000'000;

/// What is done so that all shards of a split have the same number of records.
enum class EqualShards { no, drop, repeat };

/// What the user asked for; at most one of `shards` and `records_per_shard`.
struct ShardRequest {
  std::optional<std::uint64_t> shards;
  std::optional<std::uint64_t> records_per_shard;
  std::optional<std::uint64_t> shard_bytes;  // the mean aimed at
  std::optional<std::uint64_t> hosts;        // machines that will read the set
  EqualShards equal = EqualShards::no;       // else the count is a multiple of `hosts`
};

struct ShardCount {
  std::uint64_t shards = 0;
  std::string rule;                   // which request or limit decided, for people
  std::vector<std::string> warnings;  // what was given up
};

/// The number of shards for `records` records of `bytes` predicted bytes in all. 0 records are 0 shards;
/// never more shards than records.
///
/// `hosts` raises a count found by bytes to 10 per host while the mean stays at 10 MB or more. Where both
/// can't be had, 10 MB win over 10 files: as many full rounds of `hosts` files as 10 MB allow, so that all
/// hosts have the same number; and one file per host wins over 10 MB. A number that was asked for (`shards`,
/// `records_per_shard`) is kept. What is given up is in `warnings`.
///
/// With `equal` the count becomes a multiple of `hosts`: the next larger one, or the next smaller one where
/// the larger has more shards than records or shards below 10 MB.
///
/// Throws Error (usage) if `shards` is more than there are records, or `hosts` is 0 or above k_most_hosts;
/// with `equal` also if `shards` is not a multiple of `hosts`, or there are fewer records than hosts.
ShardCount choose_shard_count(std::uint64_t records, std::uint64_t bytes, const ShardRequest& request);

/// Consecutive places; `end` is not one of them.
struct PlaceRange {
  Place begin;
  Place end;
  std::uint64_t size() const { return end.value() - begin.value(); }
};

/// Deals places to `shards` shards: counts differ by at most one, the larger ones first.
std::vector<PlaceRange> deal(const PlaceRange& places, std::uint64_t shards);

}  // namespace tfrec
