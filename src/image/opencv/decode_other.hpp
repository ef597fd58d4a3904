// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "image/opencv/mat_pixels.hpp"

namespace tfrec {

/// The steps of an EXIF orientation: the flip of 2 to 4 and 6 to 8, and the transposition of 5 to 8.
void mirror(MatPixels& image, int orientation);
void transpose(MatPixels& image);

/// All formats but JPEG, by OpenCV: the image as it is stored, before its orientation. `report.source` is
/// known; what else is found out goes into `report`. Throws cv::Exception.
std::optional<Rejected> decode_other(std::string_view file, const DecodeOptions& options, bool gray,
                                     MatPixels& image, DecodeReport& report);

}  // namespace tfrec
