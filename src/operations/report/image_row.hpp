// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "image/facts/image_facts.hpp"

namespace tfrec {

/// What a file property of an image is called.
enum class Property : std::uint8_t {
  format,
  channels,
  width,
  height,
  aspect,
  quality,
  place,
  bytes,
  density,
  brightness,
  contrast,
  sharpness,
  saturation,
  source_format,  // of the file that the image was made from, with --source
  source_width,
  source_height,
  source_quality,
  source_bytes,
};
inline constexpr std::size_t k_properties = 18;

/// All of them, in order.
std::span<const Property> all_properties();
/// "bytes per pixel"
std::string_view to_string(Property property);
/// "px", "%", or nothing.
std::string_view unit_of(Property property);
/// Whether what an image shows decides it, and not only how it was made into a file.
bool is_of_content(Property property);

/// All that is kept of each image of a set: of fixed size.
struct ImageRow {
  static constexpr std::uint32_t k_no_label = UINT32_MAX;
  static constexpr std::uint32_t k_longest_side = 65'535;

  std::uint64_t offset = 0;  // of the frame in the uncompressed shard
  std::uint64_t key = 0;     // equal for equal bytes
  std::uint64_t hash = 0;    // difference_hash(); 0 for flat images
  std::uint32_t record = 0;
  std::uint32_t label = k_no_label;
  std::uint32_t bytes = 0;
  float place = 0;          // in the split: 0 to 1
  std::uint16_t width = 0;  // as stored, at most 65,535; 0: the record has no image
  std::uint16_t height = 0;
  std::uint16_t source_width = 0;  // of its file, as far as that was found
  std::uint16_t source_height = 0;
  std::uint32_t source_bytes = 0;
  std::uint16_t brightness = 0;  // mean, of 65,535
  std::uint16_t contrast = 0;    // standard deviation, the same
  std::uint16_t sharpness = 0;   // fine detail in the contrast, the same
  std::uint8_t saturation = 0;   // mean
  std::uint8_t low = 0;          // brightness that 1 % of the pixels are below
  std::uint8_t high = 0;         // and 1 % above
  std::uint8_t quality = 0;      // 1 to 100; 0: no JPEG
  std::uint8_t channels = 0;
  std::uint8_t source_quality = 0;
  ImageFormat format = ImageFormat::unknown;
  ImageFormat source_format = ImageFormat::unknown;
  bool has_source = false;
  bool is_raw = false;
  bool is_seen = false;  // decoded: all of brightness to hash hold
  bool is_progressive = false;
  bool is_turned = false;

  bool has_image() const { return width > 0 && height > 0; }
};
static_assert(sizeof(ImageRow) <= 72);

/// A property as people read it; NaN if it is not known.
double value_of(const ImageRow& row, Property property);

}  // namespace tfrec
