// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "shards/shard_paths.hpp"

namespace tfrec {

/// Images that are kept of all shards; of others only counts are known.
inline constexpr std::uint64_t k_most_rows = 4'000'000;

/// How many images of each shard are kept: `most` are shared by the records that the manifests list, or by
/// the bytes of the files if any shard is not listed. Of a set of several sizes only the shards of the first
/// have a share. What is kept so depends on the shards alone, never on the order in which they are read.
std::vector<std::uint64_t> row_quotas(const FoundShards& found, std::uint64_t most = k_most_rows);

}  // namespace tfrec
