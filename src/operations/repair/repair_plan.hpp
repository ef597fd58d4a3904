// SPDX-License-Identifier: Apache-2.0
// What a repair is going to write, and whether it may.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "operations/repair/repair.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

struct RepairPlan {
  std::vector<std::size_t> shards;   // what is to be repaired, of FoundShards::shards
  std::optional<std::size_t> set;    // whose folder or shards were given as a whole, if it is one
  std::vector<std::size_t> hidden;   // skipped, of FoundShards::shards: a set has no hidden folders
  std::vector<std::string> removed;  // files in OUT that are replaced, relative to it
};

/// Throws Error (usage) if the repair can't be as asked; see repair(). Looks at OUT, writes nothing.
RepairPlan plan_repair(const FoundShards& found, const RepairOptions& options);

/// The file name of a repaired shard.
std::string repaired_name(const std::string& file_name, std::uint64_t kept, const RepairOptions& options);

}  // namespace tfrec
