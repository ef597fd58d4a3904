// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "image/opencv/mat_pixels.hpp"

namespace tfrec {

/// `from` brought to the wanted size with cv::resize, into `to`, another image. Throws cv::Exception.
void resize_image(const MatPixels& from, const ResizeOptions& options, MatPixels& to);

}  // namespace tfrec
