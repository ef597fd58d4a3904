// SPDX-License-Identifier: Apache-2.0
// What the floors share: the files of a folder, dealt to threads one by one, and a last line that reports how
// much was done. A floor does the least a job can do, with the libraries tfrec uses and as many threads.
#pragma once

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace floors {

namespace fs = std::filesystem;

using Buffer = std::vector<unsigned char>;

/// The files below FOLDER, argument 1, and the number of threads, argument 2.
struct Arguments {
  std::vector<fs::path> files;
  unsigned threads = std::thread::hardware_concurrency();
  std::vector<std::string> rest;  // from argument 3 on
};

inline Arguments arguments(int argc, char** argv) {
  if (argc < 2) std::exit(2);
  Arguments found;
  for (const auto& entry : fs::recursive_directory_iterator(argv[1])) {
    if (entry.is_regular_file()) found.files.push_back(entry.path());
  }
  if (argc > 2) found.threads = static_cast<unsigned>(std::atoi(argv[2]));
  for (int i = 3; i < argc; ++i) found.rest.emplace_back(argv[i]);
  return found;
}

/// Replaces `buffer` by a file's content.
inline void read_file(const fs::path& path, Buffer& buffer) {
  const int fd = ::open(path.c_str(), O_RDONLY);
  const off_t size = ::lseek(fd, 0, SEEK_END);
  buffer.resize(static_cast<std::size_t>(size));
  if (::pread(fd, buffer.data(), buffer.size(), 0) != size) std::exit(3);
  ::close(fd);
}

/// Each thread makes a worker of its own with `make_worker(thread)` and calls it for one file after another;
/// it returns the bytes it has done.
template <class MakeWorker>
void run(const Arguments& given, const MakeWorker& make_worker) {
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> bytes{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < given.threads; ++i) {
      threads.emplace_back([&, i] {
        auto worker = make_worker(i);
        for (std::size_t k = next++; k < given.files.size(); k = next++) bytes += worker(given.files[k]);
      });
    }
  }
  std::printf("%zu files, %zu bytes\n", given.files.size(), bytes.load());
}

}  // namespace floors
