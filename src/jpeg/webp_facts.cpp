// SPDX-License-Identifier: Apache-2.0
#include "jpeg/byte_view.hpp"
#include "jpeg/format_facts.hpp"
#include "jpeg/tiff_directory.hpp"

namespace tfrec {

namespace {

using namespace std::string_view_literals;

/// Of the extended format: chunks of name, size and content, padded to an even length.
int orientation_in_chunks(const ByteView& file) {
  std::size_t at = 12;
  while (file.holds(at, 8)) {
    const std::size_t length = file.u32(at + 4);
    if (file.has(at, "EXIF")) {
      const std::size_t prefix = file.has(at + 8, "Exif\0\0"sv) ? 6 : 0;  // some writers keep JPEG's
      if (length >= prefix) return exif_orientation(file.piece(at + 8 + prefix, length - prefix));
    }
    at += 8 + length + length % 2;
  }
  return 1;
}

void read_extended(const ByteView& file, ImageFacts& facts) {
  constexpr std::uint8_t k_animation = 0x02;
  constexpr std::uint8_t k_exif = 0x08;
  constexpr std::uint8_t k_alpha = 0x10;
  const std::uint8_t flags = file.u8(20);
  facts.width = 1 + file.u24(24);
  facts.height = 1 + file.u24(27);
  facts.alpha = (flags & k_alpha) != 0;
  facts.more_pictures = (flags & k_animation) != 0;
  if ((flags & k_exif) != 0) facts.exif_orientation = orientation_in_chunks(file);
}

}  // namespace

// The first chunk says which of the three kinds of file it is.
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
