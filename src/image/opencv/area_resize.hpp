// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core.hpp>

namespace tfrec {

/// What cv::resize with cv::INTER_AREA makes of a three-channel image that becomes smaller, bit for bit, in
/// a fifth of the time. False, with nothing done, where it can't: another kind of image, a larger target,
/// whole factors (for which cv::resize is fast itself), a processor without AVX2, or an OpenCV whose result
/// differs, which is found out by comparing once.
bool resize_area(const cv::Mat& from, cv::Mat& to, cv::Size size);

}  // namespace tfrec
