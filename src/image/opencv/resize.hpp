// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "image/opencv/mat_picture.hpp"

namespace tfrec {

/// `from` brought to the wanted size with cv::resize, into `to`, another picture. Throws cv::Exception.
void resize_picture(const MatPicture& from, const ResizeOptions& options, MatPicture& to);

}  // namespace tfrec
