// SPDX-License-Identifier: Apache-2.0
// What a command may write over. Every option that names a file outside the folder of a set goes through
// here:
// --depfile, --report, plan -o, the files of index, and standard output of --print-config.
#pragma once

#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/files/file.hpp"
#include "base/files/real_path.hpp"

namespace tfrec {

struct OutputFile {
  std::filesystem::path path;
  std::string option;                    // "--depfile", for messages
  std::string what;                      // "a plan"
  bool (*is_earlier)(const InputFile&);  // whether a file is what an earlier run wrote
  std::string hint;
};

/// Knows what a command reads and which set it writes. Files are compared by device and inode, so that links
/// and other spellings of a path are seen.
class OutputCheck {
 public:
  /// `inputs`: files and folders; those that are empty or not there are ignored. `out`: the folder of the set
  /// that is written; empty if there is none.
  explicit OutputCheck(std::span<const std::filesystem::path> inputs, std::filesystem::path out = {});

  /// For one file, before the work: the same as require_free(), that it has no shard's name, and that its
  /// folder is there and can be written to. Removes what killed runs left beside it. Throws Error: usage;
  /// machine for a folder without permission.
  void require(const OutputFile& file) const;

  /// Throws Error (usage) if the path names no file, is an input or would be read as one by the next run,
  /// would be taken for a file of the set in its folder, or where a file is there that is neither empty nor
  /// an earlier one of the kind.
  void require_free(const OutputFile& file) const;

  /// The part of it that does not look into the file: for one that the shell has opened already.
  void require_no_input(const std::filesystem::path& path, const std::string& hint) const;

 private:
  void require_no_set_file(const std::filesystem::path& path, const std::string& hint) const;

  std::set<FileId> m_files;
  std::vector<std::filesystem::path> m_folders;
  std::filesystem::path m_out;
};

/// Throws Error (usage) if two options name one file, by whatever spelling. Empty paths are ignored.
void require_other_files(const std::filesystem::path& file, const std::string& option,
                         const std::filesystem::path& other, const std::string& other_option);

}  // namespace tfrec
