// SPDX-License-Identifier: Apache-2.0
#include "jpeg/image_facts.hpp"

#include <cctype>
#include <limits>

#include "jpeg/byte_view.hpp"
#include "jpeg/jpeg_facts.hpp"
#include "jpeg/tiff_directory.hpp"

namespace tfrec {

namespace {

using namespace std::string_view_literals;

/// Whether a tRNS chunk stands before the first IDAT.
bool has_transparent_colors(const ByteView& file) {
  std::size_t at = 8;
  while (file.holds(at, 12) && !file.has(at + 4, "IDAT")) {
    if (file.has(at + 4, "tRNS")) return true;
    at += std::size_t{12} + file.u32(at);
  }
  return false;
}

// IHDR is the first chunk. A palette is three channels, and tRNS adds a fourth only when it is decoded.
void read_png(const ByteView& file, ImageFacts& facts) {
  if (!file.has(12, "IHDR")) return;
  facts.width = file.u32(16);
  facts.height = file.u32(20);
  const std::uint8_t color_type = file.u8(25);
  facts.bits = file.u8(24);
  facts.alpha = color_type == 4 || color_type == 6 || has_transparent_colors(file);
  switch (color_type) {
    case 0:
      facts.channels = 1;
      break;
    case 2:
    case 3:
      facts.channels = 3;
      break;
    case 4:
      facts.channels = 2;
      break;
    case 6:
      facts.channels = 4;
      break;
    default:
      break;
  }
}

// RFC 9649: the first chunk says which of the three kinds of file it is.
void read_webp(std::string_view bytes, ImageFacts& facts) {
  const ByteView file(bytes, ByteOrder::little);
  if (file.has(12, "VP8X") && file.holds(0, 30)) {
    facts.width = 1 + file.u24(24);
    facts.height = 1 + file.u24(27);
    facts.alpha = (file.u8(20) & 0x10) != 0;
    facts.channels = facts.alpha ? 4 : 3;
  } else if (file.has(12, "VP8L") && file.holds(0, 25) && file.u8(20) == 0x2F) {
    const std::uint32_t bits = file.u32(21);
    facts.width = 1 + (bits & 0x3FFF);
    facts.height = 1 + ((bits >> 14) & 0x3FFF);
    facts.alpha = (bits & (1U << 28)) != 0;
    facts.channels = facts.alpha ? 4 : 3;
  } else if (file.has(12, "VP8 ") && file.has(23, "\x9D\x01\x2A"sv)) {
    facts.width = file.u16(26) & 0x3FFFU;
    facts.height = file.u16(28) & 0x3FFFU;
    facts.channels = 3;
  }
}

// A negative height means rows from the top. Palettes decode to three channels.
void read_bmp(std::string_view bytes, ImageFacts& facts) {
  const ByteView file(bytes, ByteOrder::little);
  const bool is_core = file.u32(14) == 12;
  facts.width = is_core ? file.u16(18) : file.u32(18);
  const std::uint32_t height = is_core ? file.u16(20) : file.u32(22);
  const bool is_negative = !is_core && (height & 0x80000000U) != 0;
  facts.height = is_negative ? 0U - height : height;
  facts.channels = (is_core ? file.u16(24) : file.u16(28)) == 32 ? 4 : 3;
}

void read_gif(std::string_view bytes, ImageFacts& facts) {
  const ByteView file(bytes, ByteOrder::little);
  facts.width = file.u16(6);
  facts.height = file.u16(8);
  facts.channels = 3;
}

void read_tiff(std::string_view bytes, ImageFacts& facts) {
  constexpr std::uint16_t k_width = 256;
  constexpr std::uint16_t k_height = 257;
  constexpr std::uint16_t k_bits = 258;
  constexpr std::uint16_t k_photometric = 262;
  constexpr std::uint16_t k_extra_samples = 338;
  constexpr std::uint16_t k_samples = 277;
  constexpr std::uint32_t k_palette = 3;
  const std::optional<TiffDirectory> directory = TiffDirectory::first_of(bytes);
  if (!directory) return;
  facts.width = directory->number(k_width);
  facts.height = directory->number(k_height);
  const std::uint32_t samples = directory->number(k_samples);
  facts.channels = samples == 0 ? 1 : samples <= 64 ? static_cast<int>(samples) : 0;
  if (const std::uint32_t bits = directory->number(k_bits); bits >= 1 && bits <= 64) {
    facts.bits = static_cast<int>(bits);
  }
  facts.alpha = directory->number(k_extra_samples) != 0;
  if (directory->number(k_photometric) == k_palette) facts.channels = 3;
  facts.exif_orientation = exif_orientation(bytes);
}

/// Words of a Netpbm header; comments run from # to the end of the line.
class PnmHeader {
 public:
  explicit PnmHeader(std::string_view bytes) : m_rest(bytes.substr(0, k_longest)) {}

  std::string_view word() {
    skip_space();
    std::size_t length = 0;
    while (length < m_rest.size() && !is_space(m_rest[length])) ++length;
    const std::string_view found = m_rest.substr(0, length);
    m_rest.remove_prefix(length);
    return found;
  }
  std::uint32_t number() { return value_of(word()); }

 private:
  static constexpr std::size_t k_longest = 65536;

  static bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
  static std::uint32_t value_of(std::string_view digits) {
    std::uint64_t value = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') return 0;
      value = value * 10 + static_cast<std::uint64_t>(c - '0');
      if (value > std::numeric_limits<std::uint32_t>::max()) return 0;
    }
    return static_cast<std::uint32_t>(value);
  }
  void skip_space() {
    while (!m_rest.empty() && (is_space(m_rest[0]) || m_rest[0] == '#')) {
      const bool is_comment = m_rest[0] == '#';
      const std::size_t line = is_comment ? m_rest.find('\n') : 0;
      m_rest.remove_prefix(line == std::string_view::npos ? m_rest.size() : line + 1);
    }
  }

  std::string_view m_rest;
};

void read_pnm(std::string_view bytes, ImageFacts& facts) {
  PnmHeader header(bytes);
  const char kind = header.word()[1];
  if (kind != '7') {
    facts.width = header.number();
    facts.height = header.number();
    facts.channels = kind == '3' || kind == '6' ? 3 : 1;
    if (kind != '1' && kind != '4' && header.number() > 255) facts.bits = 16;
    return;
  }
  for (std::string_view key = header.word(); !key.empty() && key != "ENDHDR"; key = header.word()) {
    if (key == "WIDTH") facts.width = header.number();
    if (key == "HEIGHT") facts.height = header.number();
    if (key == "MAXVAL" && header.number() > 255) facts.bits = 16;
    if (key == "DEPTH") {
      const std::uint32_t depth = header.number();
      facts.channels = depth <= 64 ? static_cast<int>(depth) : 0;
    }
  }
}

}  // namespace

ImageFacts image_facts(std::string_view file) {
  ImageFacts facts;
  facts.format = sniff_format(file);
  switch (facts.format) {
    case ImageFormat::jpeg:
      read_jpeg_facts(file, facts);
      break;
    case ImageFormat::png:
      read_png(ByteView(file), facts);
      break;
    case ImageFormat::webp:
      read_webp(file, facts);
      break;
    case ImageFormat::bmp:
      read_bmp(file, facts);
      break;
    case ImageFormat::gif:
      read_gif(file, facts);
      break;
    case ImageFormat::tiff:
      read_tiff(file, facts);
      break;
    case ImageFormat::pnm:
      read_pnm(file, facts);
      break;
    default:
      break;
  }
  return facts;
}

}  // namespace tfrec
