// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tfrec {

enum class ByteOrder { little, big };

/// Numbers out of untrusted bytes: a position behind the end reads as zero.
class ByteView {
 public:
  explicit ByteView(std::string_view bytes, ByteOrder order = ByteOrder::big)
      : m_bytes(bytes), m_order(order) {}

  std::size_t size() const { return m_bytes.size(); }
  /// Whether `count` bytes are at `at`.
  bool holds(std::size_t at, std::size_t count) const { return at <= size() && count <= size() - at; }
  /// Whether exactly `text` is at `at`.
  bool has(std::size_t at, std::string_view text) const {
    return holds(at, text.size()) && m_bytes.substr(at, text.size()) == text;
  }
  /// What is from `at` on, at most `count` bytes.
  std::string_view piece(std::size_t at, std::size_t count = std::string_view::npos) const {
    return at <= size() ? m_bytes.substr(at, count) : std::string_view{};
  }

  std::uint8_t u8(std::size_t at) const {
    return at < size() ? static_cast<std::uint8_t>(m_bytes[at]) : std::uint8_t{0};
  }
  std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
  std::uint32_t u24(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 3)); }
  std::uint32_t u32(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
  std::uint64_t u64(std::size_t at) const { return number(at, 8); }

 private:
  std::uint64_t number(std::size_t at, std::size_t count) const {
    if (!holds(at, count)) return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t place = m_order == ByteOrder::big ? i : count - 1 - i;
      value = (value << 8) | u8(at + place);
    }
    return value;
  }

  std::string_view m_bytes;
  ByteOrder m_order;
};

}  // namespace tfrec
