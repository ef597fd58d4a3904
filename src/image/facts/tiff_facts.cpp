// SPDX-License-Identifier: Apache-2.0
#include "image/facts/exif.hpp"
#include "image/facts/format_facts.hpp"
#include "image/facts/tiff_directory.hpp"

namespace tfrec {

namespace {

constexpr std::uint16_t k_width = 256;
constexpr std::uint16_t k_height = 257;
constexpr std::uint16_t k_bits = 258;
constexpr std::uint16_t k_photometric = 262;
constexpr std::uint32_t k_white_is_zero = 0;
constexpr std::uint16_t k_samples = 277;
constexpr std::uint16_t k_extra_samples = 338;
constexpr std::uint16_t k_sample_format = 339;

constexpr std::uint32_t k_associated_alpha = 1;
constexpr std::uint32_t k_palette = 3;
constexpr std::uint32_t k_separated = 5;
constexpr std::uint32_t k_unsigned = 1;

}  // namespace

void read_tiff_facts(std::string_view bytes, ImageFacts& facts) {
  const std::optional<TiffDirectory> directory = TiffDirectory::first_of(bytes);
  if (!directory) return;
  facts.width = directory->number(k_width);
  facts.height = directory->number(k_height);
  const std::uint32_t samples = directory->number(k_samples);
  facts.channels = samples == 0 ? 1 : samples <= 64 ? static_cast<int>(samples) : 0;
  const std::uint32_t bits = directory->number(k_bits);
  facts.bits = bits == 0 ? 1 : bits <= 64 ? static_cast<int>(bits) : 64;
  const std::uint32_t format = directory->number(k_sample_format);
  facts.is_unsigned = format == 0 || format == k_unsigned;
  const std::uint32_t extra = directory->number(k_extra_samples);
  facts.alpha = extra != 0;
  facts.premultiplied = extra == k_associated_alpha;
  const std::uint32_t photometric = directory->number(k_photometric);
  facts.palette = photometric == k_palette;
  facts.white_is_zero = photometric == k_white_is_zero;
  if (facts.palette) facts.channels = 3;
  facts.cmyk = photometric == k_separated;
  facts.more_images = directory->has_next();
  const std::uint64_t orientation = directory->orientation();
  const bool is_valid = orientation >= 1 && orientation <= 8;
  facts.exif_orientation = is_valid ? static_cast<int>(orientation) : 1;
  if (!is_valid) facts.exif_oddity = k_invalid_orientation;
}

}  // namespace tfrec
