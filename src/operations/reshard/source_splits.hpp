// SPDX-License-Identifier: Apache-2.0
// The splits of the sources, which the new set keeps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sets/merge/shard_origins.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// The source shards of one split: those from `begin` up to `end`, which is not one of them.
struct SourceSplit {
  std::string name;  // empty: the set has no splits
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// All shards in a set without splits.
inline std::vector<SourceSplit> one_split(std::size_t shards) {
  return {{"", 0, shards}};
}

/// Puts the shards of each split together, train before val before test before others, without another change
/// of their order. If the sources have no splits or only one, returns one_split(). Throws Error: usage if the
/// sources have several splits and a shard is in none, bad_data if a split's name can't be a folder's name.
std::vector<SourceSplit> group_by_split(FoundShards& found, ShardOrigins& origins);

}  // namespace tfrec
