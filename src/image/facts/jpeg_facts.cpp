// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "image/facts/byte_view.hpp"
#include "image/facts/exif.hpp"
#include "image/facts/format_facts.hpp"

namespace tfrec {

namespace {

using namespace std::string_view_literals;

// T.81, table B.1.
constexpr std::uint8_t k_start_of_image = 0xD8;
constexpr std::uint8_t k_end_of_image = 0xD9;
constexpr std::uint8_t k_start_of_scan = 0xDA;
constexpr std::uint8_t k_app1 = 0xE1;

// SOF0 to SOF15, without DHT (C4), JPG (C8) and DAC (CC), which are in the same range.
bool is_frame_header(std::uint8_t marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

// TEM and RST0 to RST7 have no length.
bool has_no_length(std::uint8_t marker) {
  return marker == 0x01 || (marker >= 0xD0 && marker <= k_start_of_image);
}

void read_frame_header(const ByteView& file, std::size_t at, std::uint8_t marker, ImageFacts& facts) {
  if (!file.holds(at, 8)) return;
  facts.jpeg_process = marker & 0x0F;
  facts.progressive = (marker & 0x03) == 2;  // SOF2, 6, 10 and 14
  facts.bits = file.u8(at + 2);
  facts.height = file.u16(at + 3);
  facts.width = file.u16(at + 5);
  facts.channels = file.u8(at + 7);
  facts.cmyk = facts.channels == 4;
}

/// Of the APP1 segments, the first with an orientation entry decides: returns whether this is one. cv::imread
/// of OpenCV 4.6 reads only the first segment, whatever is in place of "Exif\0\0"; later versions read all
/// that begin with that. Other segments are XMP.
bool take_app1(std::string_view parameters, bool is_first, ImageFacts& facts) {
  constexpr std::string_view k_prefix = "Exif\0\0"sv;
  if (parameters.size() <= k_prefix.size()) return false;
  const bool has_prefix = parameters.starts_with(k_prefix);
  ExifBlock block = read_exif(parameters.substr(k_prefix.size()));
  if (!has_prefix && (!is_first || !block.orientation)) return false;
  if (!has_prefix) block.oddity = k_damaged_exif;
  if (block.oddity.empty()) block.oddity = facts.exif_oddity;  // of an earlier segment
  take_exif(block, facts);
  return block.orientation.has_value();
}

}  // namespace

void read_jpeg_facts(std::string_view bytes, ImageFacts& facts) {
  const ByteView file(bytes);
  int app1_segments = 0;
  bool has_orientation = false;
  bool has_frame = false;
  std::size_t at = 2;
  while (file.holds(at, 4)) {
    if (file.u8(at) != 0xFF || file.u8(at + 1) == 0xFF) {  // a stray or fill byte: go on at the next 0xFF
      ++at;
      continue;
    }
    const std::uint8_t marker = file.u8(at + 1);
    at += 2;
    if (marker == 0 || has_no_length(marker)) continue;
    if (marker == k_start_of_scan)
      facts.several_scans = facts.progressive || file.u8(at + 2) < facts.channels;
    const bool is_end = marker == k_start_of_scan || marker == k_end_of_image;
    facts.whole_header = is_end && file.holds(at, 3);
    if (is_end) return;
    if (is_frame_header(marker) && !has_frame) {
      has_frame = true;
      read_frame_header(file, at, marker, facts);
    }
    const std::size_t length = std::max<std::size_t>(file.u16(at), 2);  // counts its own two bytes
    if (marker == k_app1 && !has_orientation)
      has_orientation = take_app1(file.piece(at + 2, length - 2), ++app1_segments == 1, facts);
    at += length;
  }
}

}  // namespace tfrec
