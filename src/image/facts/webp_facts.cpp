// SPDX-License-Identifier: Apache-2.0
#include "image/facts/byte_view.hpp"
#include "image/facts/exif.hpp"
#include "image/facts/format_facts.hpp"

namespace tfrec {

namespace {

using namespace std::string_view_literals;

/// Of the extended format: chunks of name, size and content, padded to an even length.
void take_exif_chunk(const ByteView& file, ImageFacts& facts) {
  std::size_t at = 12;
  while (file.holds(at, 8)) {
    const std::size_t length = file.u32(at + 4);
    if (file.has(at, "EXIF")) {
      const bool has_prefix =
          file.piece(at + 8, length).starts_with("Exif\0\0"sv);  // some writers keep JPEG's
      return take_exif(read_exif(file.piece(at + 8, length).substr(has_prefix ? 6 : 0)), facts);
    }
    at += 8 + length + length % 2;
  }
}

void read_extended(const ByteView& file, ImageFacts& facts) {
  constexpr std::uint8_t k_animation = 0x02;
  constexpr std::uint8_t k_exif = 0x08;
  constexpr std::uint8_t k_alpha = 0x10;
  const std::uint8_t flags = file.u8(20);
  facts.width = 1 + file.u24(24);
  facts.height = 1 + file.u24(27);
  facts.alpha = (flags & k_alpha) != 0;
  facts.more_images = (flags & k_animation) != 0;
  if ((flags & k_exif) != 0) take_exif_chunk(file, facts);
}

}  // namespace

// The first chunk states which of the three kinds of file it is.
void read_webp_facts(std::string_view bytes, ImageFacts& facts) {
  const ByteView file(bytes, ByteOrder::little);
  if (file.has(12, "VP8X") && file.holds(0, 30)) {
    read_extended(file, facts);
  } else if (file.has(12, "VP8L") && file.holds(0, 25) && file.u8(20) == 0x2F) {
    const std::uint32_t bits = file.u32(21);
    facts.width = 1 + (bits & 0x3FFF);
    facts.height = 1 + ((bits >> 14) & 0x3FFF);
    facts.alpha = (bits & (1U << 28)) != 0;
  } else if (file.has(12, "VP8 ") && file.has(23, "\x9D\x01\x2A"sv)) {
    facts.width = file.u16(26) & 0x3FFFU;
    facts.height = file.u16(28) & 0x3FFFU;
  } else {
    return;
  }
  facts.channels = facts.alpha ? 4 : 3;
}

}  // namespace tfrec
