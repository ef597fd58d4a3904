// SPDX-License-Identifier: Apache-2.0
#include "jpeg/byte_view.hpp"
#include "jpeg/format_facts.hpp"
#include "jpeg/tiff_directory.hpp"

namespace tfrec {

namespace {

// A palette is three channels, and tRNS adds a fourth only when it is decoded.
int channels_of(std::uint8_t color_type) {
  switch (color_type) {
    case 0:
      return 1;
    case 2:
    case 3:
      return 3;
    case 4:
      return 2;
    case 6:
      return 4;
    default:
      return 0;
  }
}

}  // namespace

// IHDR is the first chunk. eXIf may stand on either side of the data.
void read_png_facts(std::string_view bytes, ImageFacts& facts) {
  const ByteView file(bytes);
  if (!file.has(12, "IHDR")) return;
  facts.width = file.u32(16);
  facts.height = file.u32(20);
  facts.bits = file.u8(24);
  const std::uint8_t color_type = file.u8(25);
  facts.channels = channels_of(color_type);
  facts.alpha = color_type == 4 || color_type == 6;
  std::size_t at = 8;
  while (file.holds(at, 12) && !file.has(at + 4, "IEND")) {
    const std::size_t length = file.u32(at);
    if (file.has(at + 4, "tRNS")) facts.alpha = true;
    if (file.has(at + 4, "acTL")) facts.more_pictures = file.u32(at + 8) > 1;
    if (file.has(at + 4, "eXIf")) facts.exif_orientation = exif_orientation(file.piece(at + 8, length));
    at += 12 + length;
  }
}

}  // namespace tfrec
