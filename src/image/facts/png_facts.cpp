// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "image/facts/byte_view.hpp"
#include "image/facts/exif.hpp"
#include "image/facts/format_facts.hpp"
#include "image/facts/png_checksum.hpp"

namespace tfrec {

namespace {

// A palette is three channels, and tRNS adds a fourth only when it is decoded.
int channels_of(std::uint8_t color_type) {
  constexpr std::array<int, 7> k_channels{1, 0, 3, 3, 2, 0, 4};
  return color_type < k_channels.size() ? k_channels[color_type] : 0;
}

/// The eXIf chunk that libpng keeps: the first that is whole and begins with a byte order mark.
class ExifChunks {
 public:
  explicit ExifChunks(const ByteView& file) : m_file(file) {}

  /// Looks at the chunk of `length` bytes at `at`.
  void take(std::size_t at, std::size_t length) {
    if (!m_file.has(at + 4, "eXIf")) return;
    const std::string_view content = m_file.piece(at + 8, length);
    if (!is_whole(at, length) || !(content.starts_with("II") || content.starts_with("MM"))) {
      m_is_damaged = true;
    } else if (m_kept.empty()) {
      m_kept = content;
    }
  }

  void take_into(ImageFacts& facts) const {
    if (!m_kept.empty()) take_exif(read_exif(m_kept), facts);
    if (m_is_damaged) facts.exif_oddity = k_damaged_exif;
  }

 private:
  bool is_whole(std::size_t at, std::size_t length) const {
    const std::string_view checked = m_file.piece(at + 4, 4 + length);
    if (checked.size() != 4 + length) return false;
    return png_checksum(checked) == m_file.u32(at + 8 + length);
  }

  ByteView m_file;
  std::string_view m_kept;
  bool m_is_damaged = false;
};

}  // namespace

// IHDR is the first chunk. eXIf may be on either side of the data.
void read_png_facts(std::string_view bytes, ImageFacts& facts) {
  const ByteView file(bytes);
  if (!file.has(12, "IHDR")) return;
  facts.width = file.u32(16);
  facts.height = file.u32(20);
  facts.bits = file.u8(24);
  const std::uint8_t color_type = file.u8(25);
  facts.channels = channels_of(color_type);
  facts.alpha = color_type == 4 || color_type == 6;
  facts.palette = color_type == 3;
  ExifChunks exif(file);
  std::size_t at = 8;
  while (file.holds(at, 12) && !file.has(at + 4, "IEND")) {
    const std::size_t length = file.u32(at);
    if (file.has(at + 4, "tRNS")) facts.alpha = true;
    if (file.has(at + 4, "acTL")) facts.more_images = file.u32(at + 8) > 1;
    exif.take(at, length);
    at += 12 + length;
  }
  exif.take_into(facts);
}

}  // namespace tfrec
