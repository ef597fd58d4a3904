// SPDX-License-Identifier: Apache-2.0
// The floor `tfrec build` is measured against: read, cv::imdecode, cv::imencode on as many threads, nothing
// written.
//   floor_reencode FOLDER [THREADS]
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

namespace fs = std::filesystem;

namespace {

std::vector<unsigned char> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<unsigned char> bytes(static_cast<std::size_t>(file.tellg()));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  cv::setNumThreads(0);
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(argv[1])) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  const unsigned threads =
      argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : std::thread::hardware_concurrency();
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> bytes{0};
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i) {
      workers.emplace_back([&] {
        std::vector<unsigned char> encoded;
        for (std::size_t k = next++; k < files.size(); k = next++) {
          const cv::Mat picture = cv::imdecode(read_file(files[k]), cv::IMREAD_COLOR);
          if (picture.empty()) continue;
          cv::imencode(".jpg", picture, encoded, {cv::IMWRITE_JPEG_QUALITY, 95});
          bytes += encoded.size();
        }
      });
    }
  }
  std::printf("%zu files, %zu bytes\n", files.size(), bytes.load());
}
