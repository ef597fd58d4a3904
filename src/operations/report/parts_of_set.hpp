// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shards/shard_paths.hpp"

namespace tfrec {

/// Which part of a set a shard is.
struct PartOfSet {
  std::string split;  // empty: none is known
  std::string size;   // of a set of several sizes: "224x224"; else empty
};

/// By the manifests; without one by a folder or a name with a usual word: train, valid, val, dev, test.
std::vector<PartOfSet> parts_of_set(const FoundShards& found);

/// Images that are kept of all shards; of others only counts are known.
inline constexpr std::uint64_t k_most_rows = 4'000'000;

/// How many images of each shard are kept: `most` are shared by the records that the manifests list, or by
/// the bytes of the files if any shard is not listed. Of a set of several sizes only the shards of the first
/// have a share. What is kept so depends on the shards alone, never on the order in which they are read.
std::vector<std::uint64_t> row_quotas(const FoundShards& found, std::uint64_t most = k_most_rows);

}  // namespace tfrec
