// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/crc32c.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>

#include <isa-l/crc.h>

#ifdef __x86_64__
#include <cstring>
#include <immintrin.h>
#endif

#include "base/upper_halves.hpp"

namespace tfrec {

namespace {

#ifdef __x86_64__

constexpr std::size_t k_few_bytes = 64;  // fewer than this cost ISA-L's call more than their checksum
const bool k_has_crc32 = __builtin_cpu_supports("sse4.2") > 0;

/// With the processor's own instruction: a record's header in a nanosecond or two.
[[gnu::target("sse4.2")]] std::uint32_t checksum_of_few(std::string_view bytes, std::uint32_t state) {
  std::uint64_t wide = state;
  for (; bytes.size() >= sizeof wide; bytes.remove_prefix(sizeof wide)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    wide = _mm_crc32_u64(wide, word);
  }
  state = static_cast<std::uint32_t>(wide);
  for (const char byte : bytes) state = _mm_crc32_u8(state, static_cast<unsigned char>(byte));
  return state;
}

#endif

std::uint32_t checksum(std::string_view bytes, std::uint32_t state) {
#ifdef __x86_64__
  if (bytes.size() < k_few_bytes && k_has_crc32) return checksum_of_few(bytes, state);
#endif
  // ISA-L's interface lacks const; it only reads.
  auto* data = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(bytes.data()));
  state = crc32_iscsi(data, static_cast<int>(bytes.size()), state);
  free_upper_halves();
  return state;
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t previous) {
  constexpr std::size_t k_largest_piece = std::size_t{1} << 30;  // ISA-L takes the length as an int
  std::uint32_t state = ~previous;
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, std::min(bytes.size(), k_largest_piece));
    state = checksum(piece, state);
    bytes.remove_prefix(piece.size());
  }
  return ~state;
}

std::uint32_t crc32c_of_number(std::uint32_t number, std::uint32_t previous) {
  static_assert(std::endian::native == std::endian::little);
  return crc32c({reinterpret_cast<const char*>(&number), sizeof number}, previous);
}

std::string crc32c_hex(std::uint32_t crc) {
  std::array<char, 9> text{};
  std::snprintf(text.data(), text.size(), "%08x", crc);
  return text.data();
}

}  // namespace tfrec
