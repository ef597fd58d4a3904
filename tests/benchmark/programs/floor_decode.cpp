// SPDX-License-Identifier: Apache-2.0
// The floor of `tfrec verify --pixels`: each image of a folder read and decoded by cv::imdecode.
//   floor_decode FOLDER [THREADS]
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "floor.hpp"

int main(int argc, char** argv) {
  cv::setNumThreads(0);
  floors::run(floors::arguments(argc, argv), [](unsigned) {
    return [buffer = floors::Buffer(), pixels = cv::Mat()](const std::filesystem::path& path) mutable {
      floors::read_file(path, buffer);
      return cv::imdecode(buffer, cv::IMREAD_COLOR, &pixels).empty() ? 0 : buffer.size();
    };
  });
}
