// SPDX-License-Identifier: Apache-2.0
// Classes that a file beside shards without a manifest lists.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/merge/shard_origins.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// Whether a label map can give each id its name.
bool can_be_listed(const ClassNames& classes);

/// What became of a list of classes.
struct ListedUse {
  std::filesystem::path file;
  std::string feature;  // whose classes it lists; empty if it is not used
  std::string reason;   // printable: why it is not used
};

/// Gives shards without a manifest the classes of the label map, classes.txt or labels.txt beside them, as if
/// a manifest listed them (SourceOrigin::listed). Where there is such a file, all records are read: numbers
/// show which class has which id, and whether the file lists all of them. What is damaged is skipped. Returns
/// each list, or one of several that have the same classes. What is wrong with a file is in `reason`.
std::vector<ListedUse> add_listed_classes(ShardOrigins& origins, const FoundShards& found, unsigned threads,
                                          Observer& observer);

}  // namespace tfrec
