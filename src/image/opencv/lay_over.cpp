// SPDX-License-Identifier: Apache-2.0
#include "image/opencv/lay_over.hpp"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "image/facts/transparent_gray.hpp"

namespace tfrec {

namespace {

/// The high bytes, as cv::imread takes them.
void to_8_bits(cv::Mat& pixels) {
  constexpr double k_downwards = -0.498;  // so that rounding cuts
  if (pixels.depth() == CV_16U) pixels.convertTo(pixels, CV_8U, 1.0 / 256, k_downwards);
}

/// A grey PNG that names one grey as transparent, which OpenCV passes over.
bool add_alpha_of_gray(std::string_view file, cv::Mat& pixels) {
  const auto gray = transparent_gray(file);
  if (!gray || pixels.channels() != 1) return false;
  const cv::Mat opaque = pixels != static_cast<double>(*gray);
  to_8_bits(pixels);
  cv::merge(std::vector<cv::Mat>{pixels, pixels, pixels, opaque}, pixels);
  return true;
}

/// `is_multiplied`: the colours were already multiplied by their alpha.
cv::Vec3b mixed(const cv::Vec4b& sample, const std::array<int, 3>& background_bgr, bool is_multiplied) {
  constexpr int k_most = 255;
  const int alpha = sample[3];
  cv::Vec3b result;
  for (int c = 0; c < 3; ++c) {
    const int color = is_multiplied ? sample[c] * k_most : sample[c] * alpha;
    const int behind = background_bgr[static_cast<std::size_t>(c)] * (k_most - alpha);
    result[c] = cv::saturate_cast<std::uint8_t>((color + behind + k_most / 2) / k_most);
  }
  return result;
}

}  // namespace

std::optional<Rejected> lay_over(std::string_view file, const ImageFacts& source,
                                 const std::array<std::uint8_t, 3>& background_rgb, bool gray,
                                 MatPixels& image) {
  cv::Mat& four = image.spare;
  // libtiff multiplies the colours of 8-bit TIFFs by their alpha, whatever the file holds.
  const bool is_multiplied =
      source.premultiplied || (source.format == ImageFormat::tiff && four.depth() == CV_8U);
  if (four.channels() != 4 && !add_alpha_of_gray(file, four)) {
    return Rejected{"its transparency can't be blended with a colour"};
  }
  to_8_bits(four);
  const std::array<int, 3> background{background_rgb[2], background_rgb[1], background_rgb[0]};
  cv::Mat colors(four.rows, four.cols, CV_8UC3);
  for (int y = 0; y < four.rows; ++y) {
    const auto* from = four.ptr<cv::Vec4b>(y);
    auto* to = colors.ptr<cv::Vec3b>(y);
    for (int x = 0; x < four.cols; ++x) to[x] = mixed(from[x], background, is_multiplied);
  }
  if (gray) {
    cv::cvtColor(colors, image.pixels, cv::COLOR_BGR2GRAY);
  } else {
    image.pixels = colors;
  }
  return std::nullopt;
}

}  // namespace tfrec
