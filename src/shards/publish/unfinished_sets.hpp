// SPDX-License-Identifier: Apache-2.0
// Sets whose files were being given their final names when the command that writes them stopped.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tfrec {

/// OUT/SIZE/SPLIT/shard: a set's manifest and its staging folder lie up to two folders above a shard's own.
inline constexpr int k_set_depth = 2;
/// The folder above a folder, without a look at the disk.
std::filesystem::path folder_above(const std::filesystem::path& folder);

struct UnfinishedSet {
  std::filesystem::path folder;
  std::string problem;  // what is there, and how to complete it; printable
};

/// Finds sets by the journals in their staging folders. A set without a journal is complete, or not yet
/// begun.
class UnfinishedSets {
 public:
  /// For a folder that was asked for: a set in it, in a folder beneath that has one of the `staging` folders,
  /// or in a folder above whose journal names files in it. Whether there is one.
  bool look_at(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& staging);
  /// For a shard or a folder: a set above whose journal names it. Whether there is one.
  bool look_above(const std::filesystem::path& path);

  std::vector<UnfinishedSet> take() { return std::move(m_sets); }

 private:
  bool look_above_of(std::filesystem::path folder, const std::filesystem::path& path);
  bool look(const std::filesystem::path& folder, const std::filesystem::path& path);

  std::vector<UnfinishedSet> m_sets;
  std::set<std::string> m_known;
  std::map<std::string, bool> m_is_interrupted;  // by folder
};

}  // namespace tfrec
