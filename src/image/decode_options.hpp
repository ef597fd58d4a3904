// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "image/facts/image_facts.hpp"

namespace tfrec {

/// What is done about an EXIF orientation other than upright.
enum class OrientationPolicy { apply, ignore, reject };

/// Channels of decoded images: always three, always one, or one where the file has one.
enum class ColorPolicy { rgb, gray, keep };

/// What is done about transparency: dropped as cv::imread does, laid over a colour, or the image is bad.
enum class AlphaPolicy { drop, blend, reject };

/// What is done about samples or inks that no record holds: converted, or the image is bad.
enum class ConversionPolicy { convert, reject };

struct DecodeOptions {
  std::uint64_t max_pixels = 178'956'970;  // where Pillow refuses, too: larger images are bombs
  OrientationPolicy orientation = OrientationPolicy::apply;
  ColorPolicy color = ColorPolicy::rgb;
  AlphaPolicy alpha = AlphaPolicy::drop;
  std::array<std::uint8_t, 3> background_rgb{255, 255, 255};  // for blend
  ConversionPolicy deep = ConversionPolicy::convert;          // samples of more than 8 bits
  ConversionPolicy cmyk = ConversionPolicy::convert;          // and YCCK
  unsigned reduction = 1;  // 1, 2, 4, 8: libjpeg may scale a JPEG down by so much while it decodes
};

/// What decoding found out about a file.
struct DecodeReport {
  ImageFacts source;
  bool turned = false;                // its orientation was applied
  bool cmyk = false;                  // converted from CMYK or YCCK
  bool blended = false;               // laid over the background
  std::vector<std::string> oddities;  // harmless peculiarities, each once
};

}  // namespace tfrec
