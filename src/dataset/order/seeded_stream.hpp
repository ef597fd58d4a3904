// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same everywhere: specified here and in docs/format.md, with golden values in
// the tests.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tfrec {

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014). The first
/// state is `seed` xor the 64-bit FNV-1a hash of `purpose`, so that one seed serves several independent
/// choices.
class SeededStream {
 public:
  SeededStream(std::uint64_t seed, std::string_view purpose);

  std::uint64_t next();
  /// A number in [0, bound), each equally likely (Lemire: Fast Random Integer Generation in an Interval,
  /// 2019).
  std::uint64_t below(std::uint64_t bound);

 private:
  std::uint64_t m_state;
};

/// 0 … count-1 in random order: Fisher-Yates from the end, swapping place i with place below(i + 1).
std::vector<std::uint32_t> shuffled(std::uint32_t count, std::uint64_t seed, std::string_view purpose);

}  // namespace tfrec
