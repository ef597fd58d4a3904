// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace tfrec::test {

struct DiskFile {
  std::string bytes;
  std::uint64_t inode = 0;       // of one that was read from a disk
  std::int64_t modified_ns = 0;  // 0: when it is written to the disk
};

/// Everything below a folder by its path in there; folders are null. Names of one file share it.
using Tree = std::map<std::string, std::shared_ptr<const DiskFile>>;

Tree read_tree(const std::filesystem::path& folder);
/// The folder then holds this tree alone. It need not exist.
void write_tree(const Tree& tree, const std::filesystem::path& folder);

/// How two trees differ, by names and bytes; empty if they don't.
std::string difference(const Tree& expected, const Tree& found);

/// Equal for trees that no program can tell apart.
std::uint64_t hash_of(const Tree& tree);

}  // namespace tfrec::test
