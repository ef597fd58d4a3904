// SPDX-License-Identifier: Apache-2.0
#include "shards/read_back.hpp"

#include <algorithm>
#include <fcntl.h>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/stop.hpp"
#include "base/unique_name.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

bool reads_back(const std::filesystem::path& file, const ShardFacts& facts) {
  constexpr std::size_t k_chunk = std::size_t{1} << 20;
  const InputFile input(file);
  if (input.size() != facts.bytes) return false;
  ::posix_fadvise(input.descriptor(), 0, 0, POSIX_FADV_DONTNEED);
  std::vector<char> buffer(std::min<std::uint64_t>(k_chunk, std::max<std::uint64_t>(facts.bytes, 1)));
  std::uint32_t sum = 0;
  for (std::uint64_t at = 0; at < facts.bytes;) {
    throw_if_stopped();
    const std::size_t length = input.read_at(at, std::span<char>(buffer));
    if (length == 0) return false;
    sum = crc32c({buffer.data(), length}, sum);
    at += length;
  }
  return sum == facts.crc32c;
}

void require_read_back(const std::filesystem::path& file, const ShardFacts& facts) {
  if (reads_back(file, facts)) return;
  throw Error(ErrorKind::machine, without_process_suffix(file.string()),
              "reads back otherwise than it was written: the disk, its cable or the memory is at fault",
              "try again; if it happens again, check the disk");
}

}  // namespace tfrec
