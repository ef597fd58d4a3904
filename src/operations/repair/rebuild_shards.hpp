// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "shards/shard_paths.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

struct RebuildOptions {
  std::filesystem::path images;
  std::filesystem::path labels;  // empty: as in build
  std::filesystem::path test;    // images of the part from --test; empty if the set has none
  unsigned threads = 1;
};

/// A shard made again: its file, relative to the staging folder, synced.
struct RebuiltShard {
  std::string staged;
  ShardFacts facts;
};

/// Makes shards of a set again from its sources, by what its manifest says, into the folder `staging`;
/// `entries` are those of the manifest, ascending. Each is, byte for byte, what the manifest's checksum says.
/// Throws Error where that can't be: usage if the set was made with other versions of libraries that
/// decide about bytes, bad_data if images or table are not those the set was made from.
std::vector<RebuiltShard> rebuild_shards(const ShardSet& set, const std::vector<std::size_t>& entries,
                                         const RebuildOptions& options, const std::filesystem::path& staging,
                                         Observer& observer);

}  // namespace tfrec
