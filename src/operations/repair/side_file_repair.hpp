// SPDX-License-Identifier: Apache-2.0
// What a repair does with the files of a set beside its shards.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "operations/repair/repair.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

struct RepairedSideFile {
  std::string name;  // relative to the set's folder
  std::string content;
  std::filesystem::path source{};  // in place of the content: an intact list, which may be large

  /// Writes it to `staged`, synced; returns its size.
  std::uint64_t write(const std::filesystem::path& staged) const;
};

/// Intact files as they are, and missing or damaged lists of classes from the names in the manifest, unless
/// that is damaged. Reports in `problems` what was not intact; the others are lost.
std::vector<RepairedSideFile> repair_side_files(const ShardSet& set, std::vector<RepairProblem>& problems);

}  // namespace tfrec
