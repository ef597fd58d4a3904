// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "image/opencv/mat_picture.hpp"

namespace tfrec {

/// As Codec::decode. Throws cv::Exception.
std::optional<Rejected> decode_picture(std::string_view file, const DecodeOptions& options,
                                       MatPicture& picture, DecodeReport& report);

}  // namespace tfrec
