// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "shards/shard_writer.hpp"

namespace tfrec {

/// Whether a synced file reads from the disk as it was written. It is the disk that answers, not the cache
/// (file systems that live in memory have no other).
bool reads_back(const std::filesystem::path& file, const ShardFacts& facts);

/// Throws Error (machine) if it does not.
void require_read_back(const std::filesystem::path& file, const ShardFacts& facts);

}  // namespace tfrec
