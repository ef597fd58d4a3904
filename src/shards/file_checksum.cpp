// SPDX-License-Identifier: Apache-2.0
#include "shards/file_checksum.hpp"

#include <string>

#include "base/concurrency/stop.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

std::uint32_t file_crc32c(const InputFile& file) {
  constexpr std::size_t k_block = std::size_t{1} << 20U;
  std::string buffer(k_block, '\0');
  std::uint32_t crc = 0;
  for (std::uint64_t at = 0;; at += k_block) {
    throw_if_stopped();
    const std::size_t got = file.read_at(at, std::span<char>(buffer));
    crc = crc32c(std::string_view(buffer).substr(0, got), crc);
    if (got < k_block) return crc;
  }
}

}  // namespace tfrec
