// SPDX-License-Identifier: Apache-2.0
#include "image/opencv/decode_other.hpp"

#include <string>
#include <utility>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "image/facts/png_text.hpp"
#include "image/opencv/lay_over.hpp"
#include "image/opencv/require_memory.hpp"
#include "image/opencv/tiff_errors.hpp"

namespace tfrec {

namespace {

/// A Mat header over bytes that OpenCV only reads.
cv::Mat viewed(std::string_view file) {
  auto* data = const_cast<char*>(file.data());
  return cv::Mat(1, static_cast<int>(file.size()), CV_8UC1, data);
}

/// cv::imdecode leaves its target as it was where it does not know the header: the last image's pixels.
void decode(std::string_view file, int mode, cv::Mat& pixels) {
  pixels.release();
  pixels = cv::imdecode(viewed(file), mode | cv::IMREAD_IGNORE_ORIENTATION);
}

Rejected undecodable(const ImageFacts& source, const TiffErrors& errors) {
  require_memory(std::size_t{source.width} * source.height * 4);  // else the image may be sound
  if (!errors.first().empty()) return {"libtiff: " + std::string(errors.first())};
  return {"cannot be decoded: cut short or damaged"};
}

bool has_size_of(const cv::Mat& pixels, const ImageFacts& source) {
  return static_cast<std::uint32_t>(pixels.cols) == source.width &&
         static_cast<std::uint32_t>(pixels.rows) == source.height;
}

}  // namespace

void mirror(MatPixels& image, int orientation) {
  constexpr int k_around_x = 0;
  constexpr int k_around_y = 1;
  constexpr int k_both = -1;
  cv::Mat& pixels = image.pixels;
  if (orientation == 2 || orientation == 6) cv::flip(pixels, pixels, k_around_y);
  if (orientation == 3 || orientation == 7) cv::flip(pixels, pixels, k_both);
  if (orientation == 4 || orientation == 8) cv::flip(pixels, pixels, k_around_x);
}

void transpose(MatPixels& image) {
  cv::transpose(image.pixels, image.spare);
  std::swap(image.pixels, image.spare);
}

std::optional<Rejected> decode_other(std::string_view file, const DecodeOptions& options, bool gray,
                                     MatPixels& image, DecodeReport& report) {
  const ImageFacts& source = report.source;
  const bool blends = options.alpha == AlphaPolicy::blend && source.alpha;
  if (source.more_images && source.format == ImageFormat::webp) return Rejected{"is an animation"};
  const TiffErrors errors;
  const auto without_text = source.format == ImageFormat::png ? png_without_text(file) : std::nullopt;
  if (without_text) file = *without_text;
  if (blends) {
    decode(file, cv::IMREAD_UNCHANGED, image.spare);
    if (image.spare.empty()) return undecodable(source, errors);
    if (auto bad = lay_over(file, source, options.background_rgb, gray, image)) return bad;
    report.blended = true;
  } else {
    decode(file, gray ? cv::IMREAD_GRAYSCALE : cv::IMREAD_COLOR, image.pixels);
  }
  if (image.pixels.empty() || !errors.first().empty()) return undecodable(source, errors);
  if (source.format == ImageFormat::tiff) {  // OpenCV turns these whatever the flags are: turned back
    mirror(image, source.exif_orientation);
    if (source.exif_orientation >= 5) transpose(image);
  }
  if (!has_size_of(image.pixels, source)) return Rejected{"its header has two sizes"};
  if (source.more_images) report.oddities.emplace_back("more than one image in the file");
  return std::nullopt;
}

}  // namespace tfrec
