// SPDX-License-Identifier: Apache-2.0
#include "image/refusal.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <climits>

#include "image/jpeg/jpeg_segments.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

namespace {

std::optional<Rejected> refused_by_size(std::string_view file, const ImageFacts& facts,
                                        const DecodeOptions& options) {
  const std::uint64_t pixels = std::uint64_t{facts.width} * facts.height;
  if (pixels == 0) {
    if (facts.format == ImageFormat::jpeg) {
      if (auto broken = check_jpeg_structure(file)) return broken;
    }
    return Rejected{"its header does not state its size"};
  }
  const std::string size = sides_text(std::array<std::uint64_t, 2>{facts.width, facts.height});
  if (pixels > options.max_pixels) {
    return Rejected{size + " is more than --max-pixels " + std::to_string(options.max_pixels)};
  }
  const auto longest = static_cast<std::uint32_t>(info(facts.format).max_side);
  if (facts.format == ImageFormat::jpeg && std::max(facts.width, facts.height) > longest) {
    return Rejected{size + " is larger than libjpeg reads, whose sides are at most " +
                    std::to_string(longest)};
  }
  return std::nullopt;
}

Rejected refused_format(ImageFormat format) {
  const std::string what(info(format).phrase);
  return info(format).is_image ? Rejected{"is " + what + ", which is not read"}
                               : Rejected{"not an image: " + what};
}

std::optional<Rejected> refused_by_policy(const ImageFacts& facts, const DecodeOptions& options) {
  if (options.orientation == OrientationPolicy::reject && facts.exif_orientation != 1)
    return Rejected{"has EXIF orientation " + std::to_string(facts.exif_orientation)};
  if (options.alpha == AlphaPolicy::reject && facts.alpha) return Rejected{"has transparency"};
  if (options.deep == ConversionPolicy::reject && facts.bits > 8)
    return Rejected{"has " + std::to_string(facts.bits) + "-bit samples (--deep error)"};
  if (options.cmyk == ConversionPolicy::reject && facts.cmyk) return Rejected{"is CMYK (--cmyk error)"};
  return std::nullopt;
}

/// OpenCV takes samples of up to 8 bits and of 16; others it makes black, or nothing, without a word.
std::optional<Rejected> refused_by_samples(const ImageFacts& facts) {
  if (!facts.is_unsigned) return Rejected{"its samples are signed or floating-point numbers"};
  if (facts.bits > 8 && facts.bits != 16)
    return Rejected{"has " + std::to_string(facts.bits) + "-bit samples"};
  const std::uint32_t white = facts.max_sample;
  if (facts.format == ImageFormat::pnm && white != 255 && white != 65535) {
    return Rejected{"its samples go up to " + std::to_string(white) + ", not 255 or 65535"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Rejected> refused_by_file_size(std::uint64_t bytes) {
  if (bytes > static_cast<std::uint64_t>(INT_MAX)) return Rejected{"the file is larger than 2 GiB"};
  return std::nullopt;
}

std::optional<Rejected> refused_by_header(std::string_view file, const ImageFacts& facts,
                                          const DecodeOptions& options) {
  if (file.empty()) return Rejected{"the file is empty"};
  if (auto refused = refused_by_file_size(file.size())) return refused;
  if (!info(facts.format).is_decodable) return refused_format(facts.format);
  if (auto refused = refused_by_size(file, facts, options)) return refused;
  if (auto refused = refused_by_samples(facts)) return refused;
  return refused_by_policy(facts, options);
}

}  // namespace tfrec
