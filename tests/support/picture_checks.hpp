// SPDX-License-Identifier: Apache-2.0
// OpenCV as the judge of decoded pictures. For test programs that link tfrec_image and tfrec_opencv.
#pragma once

#include <cstring>
#include <string>

#include <opencv2/imgcodecs.hpp>

#include "image/codec.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

inline cv::Mat read_by_opencv(const std::string& file, int mode = cv::IMREAD_COLOR) {
  const ScratchFolder scratch;
  return cv::imread(scratch.write("picture", file).string(), mode);
}

/// "" where the picture equals `expected` in every sample, else what differs first.
inline std::string difference(const Picture& picture, const cv::Mat& expected) {
  if (picture.width() != expected.cols || picture.height() != expected.rows) return "size";
  if (picture.channels() != expected.channels()) return "channels";
  const std::size_t row_bytes = static_cast<std::size_t>(expected.cols) * expected.elemSize();
  for (int y = 0; y < expected.rows; ++y) {
    if (std::memcmp(picture.row(y), expected.ptr(y), row_bytes) != 0) return "row " + std::to_string(y);
  }
  return "";
}

/// A file decoded, or why it is bad.
struct Decoded {
  std::unique_ptr<Picture> picture = codec().new_picture();
  DecodeReport report;
  std::string reason;  // empty where it was accepted

  explicit Decoded(const std::string& file, const DecodeOptions& options = {}) {
    if (const auto rejected = codec().decode(file, options, *picture, report)) reason = rejected->reason;
  }
  /// Red, green and blue, or three times grey.
  std::array<int, 3> rgb(int x, int y) const {
    const int channels = picture->channels();
    const std::uint8_t* sample = picture->row(y) + static_cast<std::ptrdiff_t>(x) * channels;
    return channels == 1 ? std::array<int, 3>{sample[0], sample[0], sample[0]}
                         : std::array<int, 3>{sample[2], sample[1], sample[0]};
  }
};

}  // namespace tfrec::test
