// SPDX-License-Identifier: Apache-2.0
// Masks are runs of equal ids: what is done once a run is done a tenth as often as once a pixel.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

namespace tfrec {

/// Which of the 64 elements from `at` differ from the element before them: the lowest bit is the first's.
template <class Element>
std::uint64_t changes_from(const Element* at) {
  std::uint64_t changes = 0;
  for (std::size_t i = 0; i < 64; ++i) changes |= std::uint64_t{at[i] != *(at + i - 1)} << i;
  return changes;
}

#ifdef __x86_64__

template <>
inline std::uint64_t changes_from(const std::uint8_t* at) {
  std::uint64_t equal = 0;
  for (int i = 0; i < 64; i += 16) {
    const __m128i these = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i));
    const __m128i before = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i - 1));
    const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(these, before)));
    equal |= std::uint64_t{bits} << i;
  }
  return ~equal;
}

#endif

/// Calls visit(element, length) for each run of equal elements.
template <class Element, class Visit>
void for_each_run(std::span<const Element> all, const Visit& visit) {
  if (all.empty()) return;
  std::size_t begin = 0;
  const auto end_at = [&](std::size_t i) {
    visit(all[begin], i - begin);
    begin = i;
  };
  std::size_t i = 1;
  for (; i + 64 <= all.size(); i += 64) {
    for (std::uint64_t changes = changes_from(all.data() + i); changes != 0; changes &= changes - 1)
      end_at(i + static_cast<std::size_t>(std::countr_zero(changes)));
  }
  for (; i < all.size(); ++i) {
    if (all[i] != all[begin]) end_at(i);
  }
  end_at(all.size());
}

}  // namespace tfrec
