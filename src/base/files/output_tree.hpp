// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "base/files/file.hpp"

namespace tfrec {

/// A folder that files are moved into under relative paths of foreign origin. Folders on the way are made;
/// one that is a link is never followed, so nothing lands outside.
class OutputTree {
 public:
  /// The folder is made where it is missing. Throws Error (machine).
  explicit OutputTree(std::filesystem::path root);

  /// Moves the file `from` to `path`, parts with '/' between them and none of them "..". Throws Error: usage
  /// if a link or a folder is in the way, or, unless `replace`, a file; machine for the rest.
  void move_in(const std::filesystem::path& from, const std::string& path, bool replace);

  /// Waits until everything on the file system of the tree is on the disk.
  void sync() const;

 private:
  int folder_of(const std::string& path);

  std::filesystem::path m_root;
  FileDescriptor m_root_fd;
  std::string m_open_folder;  // the one that m_folder_fd is of
  FileDescriptor m_folder_fd;
};

}  // namespace tfrec
