// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/file.hpp"
#include "tfrecord/source/byte_source.hpp"
#include "tfrecord/source/deflater.hpp"

namespace tfrec {

/// What a finished shard is.
struct ShardFacts {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::uint32_t crc32c = 0;  // of the whole file, unmasked
};

/// Writes one shard under a staging name: frames are appended in order, small ones gathered into large
/// writes. A shard that is not finished is left for whoever owns the staging folder to remove.
class ShardWriter {
 public:
  explicit ShardWriter(std::filesystem::path file, Compression compression = Compression::none);

  /// Appends the frame of one record, as append_frame makes it; or those of several, one behind the
  /// other.
  void append(std::string_view frame, std::uint64_t records = 1);
  /// The same for one record, faster: the payload's checksum is taken from the frame, which must be right.
  void append_frame(std::string_view frame);
  /// Writes what is left, syncs, closes. Call once.
  ShardFacts finish();
  /// Writes what is left and closes, for files that need not survive a crash. Instead of finish().
  void close();

  const std::filesystem::path& file() const { return m_file; }
  /// Of the frames appended so far.
  std::uint64_t bytes() const { return m_facts.bytes; }
  /// Of them, those that are in the file.
  std::uint64_t written() const { return m_written; }

 private:
  void add(std::string_view bytes, std::uint32_t crc32c);
  void flush();
  void write(std::string_view bytes);

  std::filesystem::path m_file;
  std::string m_name;  // for messages
  FileDescriptor m_fd;
  std::optional<Deflater> m_deflater;
  std::string m_buffer;
  std::uint64_t m_written = 0;
  std::uint64_t m_writing_back = 0;  // so much of it the system was asked to write to the disk
  ShardFacts m_facts;
};

}  // namespace tfrec
