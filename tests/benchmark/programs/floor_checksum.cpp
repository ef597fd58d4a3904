// SPDX-License-Identifier: Apache-2.0
// The floor of `tfrec verify`: each file read in blocks, crc32_iscsi over them.
//   floor_checksum FOLDER [THREADS]
#include <isa-l/crc.h>

#include "floor.hpp"

namespace {

std::size_t checksum(const std::filesystem::path& path, floors::Buffer& buffer) {
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
  floors::run(floors::arguments(argc, argv), [](unsigned) {
    return [buffer = floors::Buffer()](const std::filesystem::path& path) mutable {
      return checksum(path, buffer);
    };
  });
}
