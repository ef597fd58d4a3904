// SPDX-License-Identifier: Apache-2.0
// Shards that a set should not have: a reader's glob would read their records, too.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// A shard that is there twice by its name.
struct TwinShard {
  std::filesystem::path path;
  std::string message;  // printable: which other file is the same shard
  bool from_folder = false;
};

/// All files but the first that are the same shard of a set by their names: a00-5.tfrec and a00-6.tfrec,
/// x-00000-of-00002 and x-00000-of-00002.gz, a.tfrec and "a (1).tfrec".
std::vector<TwinShard> twin_shards(const FoundShards& found);

/// A warning of the first of them and how many more there are, and one for each manifest that does not list
/// shards beside it.
void warn_of_extra_shards(const FoundShards& found, Observer& observer);

}  // namespace tfrec
