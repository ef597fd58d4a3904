// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tfrec {

/// Whether a path leads to a folder; links in a loop lead to nothing.
bool is_folder(const std::filesystem::path& path);

/// The paths that a PATH argument means: itself if something has that name, else what it matches as a glob,
/// sorted. Throws Error: usage if there is no such file or folder, bad_data if a glob matches nothing,
/// machine if a folder can't be searched.
std::vector<std::filesystem::path> paths_of(const std::string& argument);

/// What is neither a file nor a folder.
struct OddEntry {
  std::filesystem::path path;
  std::string what;  // "is a FIFO, not a file", "links to nothing"
};

struct FolderEntries {
  std::vector<std::filesystem::path> files;
  std::vector<OddEntry> others;
  std::vector<std::filesystem::path> staging;  // .tfrec-build folders, which are not searched
  std::vector<std::filesystem::path> links;    // to folders, which are searched
};

/// All regular files beneath a folder, sorted within each folder by the bytes of their names; links are
/// followed but not in a loop, .tfrec-build is left out. Throws Error (machine) if a folder can't be read.
FolderEntries entries_beneath(const std::filesystem::path& folder);

}  // namespace tfrec
