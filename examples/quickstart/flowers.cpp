// SPDX-License-Identifier: Apache-2.0
#include "flowers.hpp"

#include <array>

namespace flowers {

std::span<const Kind> kinds() {
  static constexpr std::array k_kinds{
      Kind{"daisy", paint_daisy},          Kind{"dandelion", paint_dandelion}, Kind{"roses", paint_rose},
      Kind{"sunflowers", paint_sunflower}, Kind{"tulips", paint_tulip},
  };
  return k_kinds;
}

}  // namespace flowers
