// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tfrec {

/// Writes numbers of bits one after another, each from its lowest bit. A copy can stay in registers while it
/// writes.
class BitWriter {
 public:
  static constexpr std::size_t k_slack = sizeof(std::uint64_t);  // bytes that it may write beyond its end

  /// Where the next whole byte goes.
  char* to() const { return m_to; }
  void go_to(char* to) { m_to = to; }

  /// At most 56 bits, and the ones beyond `count` are 0.
  void put(std::uint64_t bits, std::uint32_t count) {
    static_assert(std::endian::native == std::endian::little);
    m_bits |= bits << m_count;
    m_count += count;
    std::memcpy(m_to, &m_bits, sizeof m_bits);
    m_to += m_count / 8;
    m_bits >>= m_count / 8 * 8;
    m_count %= 8;
  }
  /// Zeros up to a whole byte.
  void fill_byte() { put(0, (8 - m_count) % 8); }

 private:
  char* m_to = nullptr;
  std::uint64_t m_bits = 0;  // that are not whole bytes yet, the first of them lowest
  std::uint32_t m_count = 0;
};

}  // namespace tfrec
