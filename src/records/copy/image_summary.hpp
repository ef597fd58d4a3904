// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "example/schema.hpp"
#include "image/facts/image_facts.hpp"

namespace tfrec {

/// The facts of `bytes` if they are an image (is_image_value).
std::optional<ImageFacts> stored_facts(std::string_view bytes);

/// What many images have in common. Sizes and channels are those of headers that have them.
struct ImageSummary {
  std::uint64_t count = 0;
  std::map<ImageFormat, std::uint64_t> formats;
  Range<std::uint32_t> width;
  Range<std::uint32_t> height;
  std::map<int, std::uint64_t> channels;
  std::uint64_t progressive = 0;
  std::uint64_t exif_oriented = 0;  // EXIF asks for a turn or a flip

  void add(const ImageFacts& facts);
  void add(const ImageSummary& other);
};

}  // namespace tfrec
