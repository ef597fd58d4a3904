// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "operations/repair/repair.hpp"
#include "shards/shard_paths.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

/// A shard made again: its file, relative to the staging folder, synced.
struct RebuiltShard {
  std::string staged;
  ShardFacts facts;
};

/// Makes shards of a set again from its sources, by its manifest, into the folder `staging`;
/// `entries` are those of the manifest, ascending. Each has the manifest's checksum.
/// Throws Error where that can't be: usage if the set was made with other versions of libraries that
/// decide about bytes, bad_data if images or table are not those the set was made from.
std::vector<RebuiltShard> rebuild_shards(const ShardSet& set, const std::vector<std::size_t>& entries,
                                         const RepairOptions& options, const std::filesystem::path& staging,
                                         Observer& observer);

}  // namespace tfrec
