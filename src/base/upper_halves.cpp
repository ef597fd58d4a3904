// SPDX-License-Identifier: Apache-2.0
#include "base/upper_halves.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace tfrec {

#ifdef __x86_64__

namespace {

const bool k_has_avx = __builtin_cpu_supports("avx") > 0;

[[gnu::target("avx")]] void zero_upper_halves() {
  _mm256_zeroupper();
}

}  // namespace

void free_upper_halves() {
  if (k_has_avx) zero_upper_halves();
}

#else

void free_upper_halves() {}

#endif

}  // namespace tfrec
