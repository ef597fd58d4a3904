// SPDX-License-Identifier: Apache-2.0
// OpenCV as the judge of decoded images. For test programs that link tfrec_image and tfrec_opencv.
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

/// "" where the image equals `expected` in every sample, else what differs first.
inline std::string difference(const Pixels& image, const cv::Mat& expected) {
  if (image.width() != expected.cols || image.height() != expected.rows) return "size";
  if (image.channels() != expected.channels()) return "channels";
  const std::size_t row_bytes = static_cast<std::size_t>(expected.cols) * expected.elemSize();
  for (int y = 0; y < expected.rows; ++y) {
    if (std::memcmp(image.row(y), expected.ptr(y), row_bytes) != 0) return "row " + std::to_string(y);
  }
  return "";
}

/// A file decoded, or why it is bad.
struct Decoded {
  std::unique_ptr<Pixels> image = codec().new_pixels();
  DecodeReport report;
  std::string reason;  // empty where it was accepted

  explicit Decoded(const std::string& file, const DecodeOptions& options = {}) {
    if (const auto rejected = codec().decode(file, options, *image, report)) reason = rejected->reason;
  }
  /// Red, green and blue, or three times grey.
  std::array<int, 3> rgb(int x, int y) const {
    const int channels = image->channels();
    const std::uint8_t* sample = image->row(y) + static_cast<std::ptrdiff_t>(x) * channels;
    return channels == 1 ? std::array<int, 3>{sample[0], sample[0], sample[0]}
                         : std::array<int, 3>{sample[2], sample[1], sample[0]};
  }
};

}  // namespace tfrec::test
