// SPDX-License-Identifier: Apache-2.0
// What a program does to files, as recorder.cpp writes it down and recording.cpp reads it.
#pragma once

#include <cstdint>

namespace tfrec::test {

enum class OperationKind : std::uint32_t {
  make_file,    // path, inode
  make_folder,  // path
  link,         // path, other: the new name
  rename,       // path, other: the new name
  remove,       // path of a file or an empty folder
  write,        // inode, number: where, bytes
  resize,       // inode, number: the new size
  set_time,     // inode, number: the modification time in ns
  sync_file,    // inode
  sync_folder,  // path
  sync_all,
};

/// Its path, its other path and its bytes follow. Files have inodes, for they are written after they lost or
/// changed their names.
struct OperationHead {
  OperationKind kind{};
  std::uint32_t path_bytes = 0;
  std::uint32_t other_bytes = 0;
  std::uint32_t data_bytes = 0;
  std::uint64_t inode = 0;
  std::uint64_t number = 0;
};

}  // namespace tfrec::test
