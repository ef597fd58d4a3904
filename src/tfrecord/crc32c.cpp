// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/crc32c.hpp"

#include <algorithm>
#include <array>

#include <isa-l/crc.h>

namespace tfrec {

std::uint32_t crc32c(std::string_view bytes, std::uint32_t previous) {
  constexpr std::size_t k_largest_piece = std::size_t{1} << 30;  // ISA-L takes the length as an int
  std::uint32_t state = ~previous;
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, std::min(bytes.size(), k_largest_piece));
    // ISA-L's interface lacks const; it only reads.
    auto* data = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(piece.data()));
    state = crc32_iscsi(data, static_cast<int>(piece.size()), state);
    bytes.remove_prefix(piece.size());
  }
  return ~state;
}

std::uint32_t crc32c_of_number(std::uint32_t number, std::uint32_t previous) {
  std::array<char, 4> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>((number >> (8 * i)) & 0xFFU);
  return crc32c({bytes.data(), bytes.size()}, previous);
}

}  // namespace tfrec
