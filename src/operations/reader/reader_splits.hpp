// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "operations/reader/reader.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// What was read of a shard.
struct ReadShard {
  std::uint64_t records = 0;
  bool is_complete = false;  // read to its end
};

/// Keeps the shards of one size in a set of several sizes, whose samples are the same at each; a note names
/// the others.
void keep_one_size(FoundShards& found, std::vector<std::string>& notes);

/// The splits in reading order: train, val, test, then others in the order of their first shards. `read` is
/// in the order of the shards. Counts are those of the records that were read, else of manifests, names or
/// the framing.
std::vector<ReaderSplit> reader_splits(const FoundShards& found, const std::vector<ReadShard>& read,
                                       unsigned threads);

/// Of all shards. Throws Error (usage) if they differ.
Compression common_compression(const FoundShards& found, unsigned threads);

}  // namespace tfrec
