// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>

#include "shards/shard_writer.hpp"

namespace tfrec {

/// Whether a synced file reads from the disk as it was written. It is the disk that answers, not the cache
/// (file systems that live in memory have no other).
bool reads_back(const std::filesystem::path& file, const ShardFacts& facts);

class DiskReader;

/// Reads a file back while it is written: a thread syncs and reads window after window behind the writer, so
/// that only the last one is left when the file is complete.
class ReadBehind {
 public:
  explicit ReadBehind(std::filesystem::path file);
  ReadBehind(const ReadBehind&) = delete;
  ReadBehind& operator=(const ReadBehind&) = delete;
  ~ReadBehind();

  /// So many bytes are in the file. Throws what failed since the last call.
  void follow(std::uint64_t written);
  /// Throws Error (machine) if the complete and synced file does not read back as it was written.
  void require(const ShardFacts& facts);

 private:
  void read_window(std::uint64_t end);

  std::filesystem::path m_file;
  std::unique_ptr<DiskReader> m_reader;  // from the first window on
  std::uint64_t m_followed = 0;
  bool m_can_follow = true;     // false where a file that is only read can't be synced
  std::future<void> m_running;  // the last member, so that its thread ends first
};

}  // namespace tfrec
