// SPDX-License-Identifier: Apache-2.0
// The floor of `tfrec build`: read, cv::imdecode, with SIZE cv::resize, cv::imencode; nothing is written.
//   floor_reencode FOLDER [THREADS [SIZE]]
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "floor.hpp"

namespace {

constexpr int k_quality = 95;

class Reencoder {
 public:
  explicit Reencoder(int side) : m_side(side) {}

  std::size_t operator()(const std::filesystem::path& path) {
    floors::read_file(path, m_source);
    cv::imdecode(m_source, cv::IMREAD_COLOR, &m_pixels);
    if (m_pixels.empty()) return 0;
    if (m_side > 0) {
      // What tfrec's default, --interpolation auto, takes for images that become smaller.
      cv::resize(m_pixels, m_resized, {m_side, m_side}, 0, 0, cv::INTER_AREA);
    }
    cv::imencode(".jpg", m_side > 0 ? m_resized : m_pixels, m_encoded, {cv::IMWRITE_JPEG_QUALITY, k_quality});
    return m_encoded.size();
  }

 private:
  int m_side;
  floors::Buffer m_source;
  floors::Buffer m_encoded;
  cv::Mat m_pixels;
  cv::Mat m_resized;
};

}  // namespace

int main(int argc, char** argv) {
  cv::setNumThreads(0);
  const floors::Arguments given = floors::arguments(argc, argv);
  const int side = given.rest.empty() ? 0 : std::atoi(given.rest[0].c_str());
  floors::run(given, [side](unsigned) { return Reencoder(side); });
}
