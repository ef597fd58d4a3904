// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "image/opencv/mat_pixels.hpp"

namespace tfrec {

/// Lays the transparent image `spare`, as cv::IMREAD_UNCHANGED gives it, over a colour, into `pixels`:
/// sample × alpha + background × (1 - alpha), rounded. States why where OpenCV has dropped the transparency.
/// Throws cv::Exception.
std::optional<Rejected> lay_over(std::string_view file, const ImageFacts& source,
                                 const std::array<std::uint8_t, 3>& background_rgb, bool gray,
                                 MatPixels& image);

}  // namespace tfrec
