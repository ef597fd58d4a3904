// SPDX-License-Identifier: Apache-2.0
#include "dataset/order/seeded_stream.hpp"

#include <numeric>
#include <utility>

namespace tfrec {

namespace {

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

SeededStream::SeededStream(std::uint64_t seed, std::string_view purpose) : m_state(seed ^ fnv1a(purpose)) {}

std::uint64_t SeededStream::next() {
  m_state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = m_state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::uint64_t SeededStream::below(std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  Wide product = Wide{next()} * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < threshold) product = Wide{next()} * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::vector<std::uint32_t> shuffled(std::uint32_t count, std::uint64_t seed, std::string_view purpose) {
  std::vector<std::uint32_t> places(count);
  std::iota(places.begin(), places.end(), 0U);
  SeededStream stream(seed, purpose);
  for (std::uint32_t i = count; i > 1; --i) std::swap(places[i - 1], places[stream.below(i)]);
  return places;
}

}  // namespace tfrec
