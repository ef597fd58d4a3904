// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "image/opencv/mat_picture.hpp"

namespace tfrec {

/// Brings the picture to the wanted size with cv::resize. Throws cv::Exception.
void resize_picture(MatPicture& picture, const ResizeOptions& options);

}  // namespace tfrec
