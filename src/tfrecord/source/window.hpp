// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

/// A stretch of a source in memory, in one piece, from a position that only moves forward. It holds as much
/// as it is asked for and at least k_block_bytes at a time; it never grows by more than the source has.
class Window {
 public:
  static constexpr std::size_t k_block_bytes = std::size_t{1} << 18;

  explicit Window(std::unique_ptr<ByteSource> source);

  /// Everything in memory from the position on: at least `wanted` bytes unless the source ends before. Valid
  /// until the next call that isn't const.
  std::string_view ahead(std::size_t wanted) {
    if (m_end - m_begin < wanted) fetch(wanted);
    return in_memory();
  }
  std::string_view in_memory() const { return {m_bytes.get() + m_begin, m_end - m_begin}; }

  /// Moves the position over bytes in memory.
  void consume(std::size_t count) {
    m_begin += count;
    m_position += count;
  }

  /// In the uncompressed bytes.
  std::uint64_t position() const { return m_position; }
  /// Bytes from the position to the end of the source, once that is known.
  std::optional<std::uint64_t> left() const;
  /// See ByteSource::defect().
  const std::string& defect() const { return m_source->defect(); }

  /// A source that goes on behind in_memory().
  std::unique_ptr<ByteSource> fork_behind_memory() const { return m_source->fork(); }

 private:
  struct Free {
    void operator()(char* bytes) const { std::free(bytes); }
  };

  void fetch(std::size_t wanted);
  void make_room(std::size_t wanted);
  void read_block(std::size_t wanted);

  std::unique_ptr<ByteSource> m_source;
  // malloc and realloc: pages of a large record are moved rather than copied, and never filled with zeros
  // first.
  std::unique_ptr<char, Free> m_bytes;
  std::size_t m_capacity = 0;
  std::size_t m_begin = 0;
  std::size_t m_end = 0;
  std::uint64_t m_position = 0;
  bool m_at_end = false;
};

}  // namespace tfrec
