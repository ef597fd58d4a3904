// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "image/opencv/mat_pixels.hpp"

namespace tfrec {

/// As Codec::decode. Throws cv::Exception.
std::optional<Rejected> decode_file(std::string_view file, const DecodeOptions& options, MatPixels& image,
                                    DecodeReport& report);

}  // namespace tfrec
