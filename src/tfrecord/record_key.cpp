// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/record_key.hpp"

#include <algorithm>
#include <functional>

#include "tfrecord/crc32c.hpp"

namespace tfrec {

std::uint64_t record_key(std::string_view payload) {
  return record_key(payload, crc32c(payload));
}

std::uint64_t record_key(std::string_view payload, std::uint32_t checksum) {
  // The checksum covers all bytes at memory speed; ends and length add the bits it lacks.
  constexpr std::size_t k_end = 256;
  const std::hash<std::string_view> hash;
  const std::uint64_t head = hash(payload.substr(0, k_end));
  const std::uint64_t tail = hash(payload.substr(payload.size() - std::min(k_end, payload.size())));
  const std::uint64_t whole = (std::uint64_t{checksum} << 32U) ^ payload.size();
  return (head * 0x9E3779B97F4A7C15U) ^ (tail + (head >> 29U)) ^ (whole * 0xD6E8FEB86659FD93U);
}

}  // namespace tfrec
