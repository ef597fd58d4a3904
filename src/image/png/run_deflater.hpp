// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "image/png/bit_writer.hpp"
#include "image/png/prefix_code.hpp"

namespace tfrec {

/// Compresses runs of bytes to zlib streams (RFC 1950), which any inflater reads. Faster than zlib, and its
/// bytes depend neither on a library's version nor on the processor. Kept by a worker from mask to mask.
class RunDeflater {
 public:
  /// Returns the stream, which is there up to the next call. `bytes` are not empty.
  std::string_view deflate(std::span<const std::uint8_t> bytes);

 private:
  /// A byte, or a repetition of the byte before: k_repetition + its length (3 to 258).
  using Token = std::uint16_t;
  static constexpr std::size_t k_most_tokens = 16384;  // of a block, which has codes of its own
  static constexpr std::size_t k_tokens = 513;

  void add_run(std::uint8_t byte, std::size_t length);
  void end_block(bool is_last);
  void write_lengths(std::span<const PrefixCode> codes);
  void write_tokens(std::span<const PrefixCode> codes);
  void make_room(std::size_t bytes);

  std::array<Token, k_most_tokens> m_tokens{};
  std::size_t m_count = 0;  // of tokens in the block
  std::vector<char> m_out;  // with room for what is not written yet
  BitWriter m_writer;       // into it
};

}  // namespace tfrec
