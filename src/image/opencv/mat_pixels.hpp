// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core.hpp>

#include "image/codec.hpp"
#include "image/jpeg/jpeg_decoder.hpp"

namespace tfrec {

class MatPixels final : public Pixels {
 public:
  int width() const override { return pixels.cols; }
  int height() const override { return pixels.rows; }
  int channels() const override { return pixels.channels(); }
  const std::uint8_t* row(int y) const override { return pixels.ptr<std::uint8_t>(y); }

  cv::Mat pixels;
  cv::Mat spare;  // where a step puts its result before it changes places with `pixels`
  JpegDecoder jpeg;
};

/// OpenCV's message without its "OpenCV(4.6.0) file:line: error: (-215:Assertion failed) " in front.
inline Rejected rejected_by(const cv::Exception& error) {
  return {"OpenCV: " + error.err};
}

}  // namespace tfrec
