// SPDX-License-Identifier: Apache-2.0
// The floor `tfrec verify` is measured against: each file read in blocks, crc32_iscsi over them.
//   floor_checksum FOLDER [THREADS]
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <thread>
#include <unistd.h>
#include <vector>

#include <isa-l/crc.h>

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> files_of(const char* folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

std::size_t checksum(const fs::path& path, std::vector<unsigned char>& buffer) {
  buffer.resize(std::size_t{1} << 20);
  const int fd = ::open(path.c_str(), O_RDONLY);
  std::size_t bytes = 0;
  unsigned crc = 0;
  for (ssize_t got = 0; (got = ::read(fd, buffer.data(), buffer.size())) > 0;) {
    crc = crc32_iscsi(buffer.data(), static_cast<int>(got), crc);
    bytes += static_cast<std::size_t>(got);
  }
  ::close(fd);
  return bytes + (crc == 1 ? 1 : 0);  // so that the checksum is needed
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
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
        for (std::size_t k = next++; k < files.size(); k = next++) bytes += checksum(files[k], buffer);
      });
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%zu files, %zu bytes, %.3f s, %.2f GB/s\n", files.size(), bytes.load(), seconds,
              static_cast<double>(bytes) / seconds / 1e9);
}
