// SPDX-License-Identifier: Apache-2.0
// The floor of `tfrec count`: each record's length, and nothing else, taken for true.
//   floor_count FOLDER [THREADS]
#include <cstdint>
#include <cstring>

#include "floor.hpp"

namespace {

constexpr std::size_t k_block_bytes = std::size_t{1} << 18;
constexpr std::uint64_t k_around = 16;  // bytes of a record beside its payload

std::size_t count_records(const std::filesystem::path& path, floors::Buffer& block) {
  block.resize(k_block_bytes);
  const int fd = ::open(path.c_str(), O_RDONLY);
  std::uint64_t at = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::size_t records = 0;
  for (;;) {
    if (at + sizeof at > end) {
      begin = at;
      const ssize_t got = ::pread(fd, block.data(), block.size(), static_cast<off_t>(at));
      if (got < static_cast<ssize_t>(sizeof at)) break;
      end = begin + static_cast<std::uint64_t>(got);
    }
    std::uint64_t length = 0;
    std::memcpy(&length, block.data() + (at - begin), sizeof length);
    at += length + k_around;
    ++records;
  }
  ::close(fd);
  return records;
}

}  // namespace

int main(int argc, char** argv) {
  floors::run(floors::arguments(argc, argv), [](unsigned) {
    return [block = floors::Buffer()](const std::filesystem::path& path) mutable {
      return count_records(path, block);
    };
  });
}
