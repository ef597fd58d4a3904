// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tfrec {

/// Globs that match these files and no other file in their folders, as few as there can be: "shards/*.tfrec".
/// In the order of the folders' first files.
std::vector<std::string> shard_patterns(const std::vector<std::filesystem::path>& files);

}  // namespace tfrec
