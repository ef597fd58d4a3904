// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfrec {

/// To be called after ISA-L: it leaves the upper halves of vector registers in use, after which all SSE code
/// of the thread (OpenCV's cv::resize, for one) takes up to three times as long.
void free_upper_halves();

}  // namespace tfrec
