// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/files/file.hpp"
#include "records/copy/record_places.hpp"

namespace tfrec {

/// A record as it was read: its checksums agree.
struct ReadFrame {
  std::size_t shard = 0;   // of the RecordPlaces
  std::string_view frame;  // with its header and checksums
  std::string_view payload;
};

/// Reads frames of indexed shards, about a megabyte at a time, and checks them. For one thread.
class FrameReader {
 public:
  /// `files`: how many files it may hold open.
  FrameReader(const RecordPlaces& places, std::size_t files);

  /// Reads the records of the places from `begin` on, before `end`; at least one. What was read before is
  /// gone. Throws Error: bad_data if one is damaged, machine if a file changed since it was indexed.
  std::span<const ReadFrame> read(std::uint64_t begin, std::uint64_t end);
  /// All bytes of the frames that were read, one behind the other.
  std::string_view bytes() const { return {m_bytes.get(), m_held}; }

 private:
  /// Places that are read together.
  struct Batch {
    std::uint64_t end = 0;
    std::uint64_t bytes = 0;
  };
  /// Frames of a batch that follow each other in one file.
  struct Run {
    std::size_t shard = 0;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
  };

  Batch batch_from(std::uint64_t begin, std::uint64_t end) const;
  void make_room(std::uint64_t bytes);
  void read_run(const Run& run);
  void fetch_ahead(std::uint64_t begin, std::uint64_t end);
  const InputFile& file_of(std::size_t shard);
  void check(const ReadFrame& frame, std::uint64_t offset);

  struct OpenFile {
    std::size_t shard = 0;
    std::unique_ptr<InputFile> file;
  };

  const RecordPlaces& m_places;
  std::vector<OpenFile> m_files;  // shard n at n modulo size
  std::unique_ptr<char[]> m_bytes;
  std::size_t m_capacity = 0;
  std::size_t m_held = 0;
  std::vector<ReadFrame> m_frames;
};

}  // namespace tfrec
