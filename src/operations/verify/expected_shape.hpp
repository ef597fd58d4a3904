// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "image/facts/image_facts.hpp"

namespace tfrec {

/// What every image is held to: width, height and, where it was asked for, channels.
struct ExpectedShape {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  int channels = 0;  // 0: any

  /// By the header, the EXIF orientation not applied: what tf.io.decode_image gives.
  bool fits(const ImageFacts& facts) const;
  /// Whether a list of so many values could be the image's samples.
  bool fits_values(std::uint64_t values) const;
  /// Whether so many bytes could be the image's samples, of one byte or four each.
  bool fits_bytes(std::uint64_t bytes) const;
};

/// Lists below this many values or bytes are never taken for raw samples: a name may be as long by chance.
inline constexpr std::uint64_t k_least_raw_samples = 64;

/// "224" (a square), "640x480", "640x480x3": width, height, channels (1 to 4). Nothing if it is none of
/// them.
std::optional<ExpectedShape> parse_expected_shape(std::string_view text);

/// "640x480x3", or "640x480" where channels are 0.
std::string text_of(const ExpectedShape& shape);

/// What is wrong with an image that does not fit: "is 480x640x3, not 640x480x3: width and height are
/// swapped".
std::string describe_mismatch(const ExpectedShape& expected, const ImageFacts& facts);

}  // namespace tfrec
