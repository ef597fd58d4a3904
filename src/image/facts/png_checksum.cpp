// SPDX-License-Identifier: Apache-2.0
#include "image/facts/png_checksum.hpp"

#include <array>

namespace tfrec {

namespace {

using Table = std::array<std::uint32_t, 256>;

/// What each value of the lowest byte adds after eight bits, lowest bit first.
constexpr Table make_table() {
  constexpr std::uint32_t k_polynomial = 0xEDB88320;
  Table table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1U) != 0 ? k_polynomial : 0);
    table[byte] = rest;
  }
  return table;
}

}  // namespace

std::uint32_t png_checksum(std::string_view name_and_content) {
  static constexpr Table k_table = make_table();
  std::uint32_t rest = UINT32_MAX;
  for (const char c : name_and_content)
    rest = (rest >> 8) ^ k_table[(rest ^ static_cast<std::uint8_t>(c)) & 0xFFU];
  return ~rest;
}

}  // namespace tfrec
