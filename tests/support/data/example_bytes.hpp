// SPDX-License-Identifier: Apache-2.0
// Serialised protobuf pieces, put together by hand: what no well-behaved writer makes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfrec::test {

inline std::string varint(std::uint64_t value) {
  std::string out;
  for (; value > 127; value >>= 7U)
    out += static_cast<char>(static_cast<unsigned char>((value & 127U) | 128U));
  return out + static_cast<char>(static_cast<unsigned char>(value));
}

/// A length-delimited field.
inline std::string field(unsigned number, std::string_view content) {
  return varint(number << 3U | 2U) + varint(content.size()) + std::string(content);
}

inline std::string int64_feature(std::string_view packed) {
  return field(3, field(1, packed));
}

inline std::string bytes_feature(std::string_view value) {
  return field(1, field(1, value));
}

/// A map entry of Features.
inline std::string entry(std::string_view name, std::string_view feature) {
  return field(1, field(1, name) + field(2, feature));
}

/// A whole example of map entries that follow each other.
inline std::string example_of(std::string_view entries) {
  return field(1, entries);
}

}  // namespace tfrec::test
