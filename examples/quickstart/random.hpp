// SPDX-License-Identifier: Apache-2.0
// A small seeded generator, spelled out here so that every standard library draws the same images:
// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace flowers {

class Random {
 public:
  explicit Random(std::uint64_t seed) : m_state(seed) {}

  std::uint64_t next() {
    m_state += 0x9e3779b97f4a7c15U;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// Anywhere in [low, high). Two draws in one expression need braces or statements of their own: the order
  /// in which function arguments are evaluated is the compiler's.
  float between(float low, float high) {
    const double unit = static_cast<double>(next() >> 11U) * 0x1.0p-53;
    return low + (high - low) * static_cast<float>(unit);
  }

  /// A whole number in [low, high], both included.
  int whole(int low, int high) {
    return static_cast<int>(std::floor(between(static_cast<float>(low), static_cast<float>(high + 1))));
  }

  bool chance(float probability) { return between(0, 1) < probability; }

  template <typename T, std::size_t N>
  const T& one_of(const T (&items)[N]) {
    return items[next() % N];
  }

 private:
  std::uint64_t m_state;
};

}  // namespace flowers
