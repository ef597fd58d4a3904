// SPDX-License-Identifier: Apache-2.0
#include "operations/report/findings/set_rows.hpp"

#include <algorithm>

namespace tfrec {

std::size_t SetRows::shard_of(std::uint32_t row) const {
  const auto behind = std::ranges::upper_bound(first_row, static_cast<std::size_t>(row));
  return static_cast<std::size_t>(behind - first_row.begin()) - 1;
}

// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
std::uint64_t dealt(const ImageRow& row, std::size_t shard, std::uint64_t seed) {
  std::uint64_t number = seed * 0x9E3779B97F4A7C15U + (std::uint64_t{shard} << 32U) + row.record + 1;
  number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9U;
  number = (number ^ (number >> 27U)) * 0x94D049BB133111EBU;
  number ^= number >> 31U;
  number = (number + seed) * 0xBF58476D1CE4E5B9U;
  return number ^ (number >> 32U);
}

}  // namespace tfrec
