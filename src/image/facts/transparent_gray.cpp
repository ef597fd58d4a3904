// SPDX-License-Identifier: Apache-2.0
#include "image/facts/transparent_gray.hpp"

#include "image/facts/byte_view.hpp"

namespace tfrec {

// W3C PNG, 11.3.2.1: two bytes, of which the sample depth's low bits count.
std::optional<std::uint32_t> transparent_gray(std::string_view png) {
  const ByteView file(png);
  const unsigned bits = file.u8(24);
  if (file.u8(25) != 0 || bits == 0 || bits > 16) return std::nullopt;
  const std::uint32_t white = (1U << bits) - 1;
  for (std::size_t at = 8; file.holds(at, 14) && !file.has(at + 4, "IDAT"); at += 12 + file.u32(at)) {
    if (!file.has(at + 4, "tRNS")) continue;
    const std::uint32_t gray = file.u16(at + 8) & white;
    return bits < 8 ? gray * (255 / white) : gray;
  }
  return std::nullopt;
}

}  // namespace tfrec
