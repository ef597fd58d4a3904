// SPDX-License-Identifier: Apache-2.0
// The floor `tfrec verify --pixels` is measured against: each picture of a folder read and decoded by
// cv::imdecode.
//   floor_decode FOLDER [THREADS]
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <thread>
#include <unistd.h>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_of(const char* folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

std::size_t decode(const fs::path& path, std::vector<unsigned char>& buffer) {
  buffer.resize(fs::file_size(path));
  const int fd = ::open(path.c_str(), O_RDONLY);
  const ssize_t got = ::read(fd, buffer.data(), buffer.size());
  ::close(fd);
  return cv::imdecode(buffer, cv::IMREAD_COLOR).empty() || got < 0 ? 0 : buffer.size();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  cv::setNumThreads(0);
  const std::vector<fs::path> files = files_of(argv[1]);
  const unsigned threads =
      argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : std::thread::hardware_concurrency();
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> bytes{0};
  const auto begin = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i) {
      workers.emplace_back([&] {
        std::vector<unsigned char> buffer;
        for (std::size_t k = next++; k < files.size(); k = next++) bytes += decode(files[k], buffer);
      });
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%zu files, %zu bytes, %.3f s, %.2f GB/s\n", files.size(), bytes.load(), seconds,
              static_cast<double>(bytes) / seconds / 1e9);
}
