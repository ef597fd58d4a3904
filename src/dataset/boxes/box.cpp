// SPDX-License-Identifier: Apache-2.0
#include "dataset/boxes/box.hpp"

#include <algorithm>

namespace tfrec {

Box upright_box(const Box& stored, int orientation) {
  const auto& [left, top, right, bottom] = stored;
  switch (orientation) {
    case 2:  // mirrored left to right
      return {1 - right, top, 1 - left, bottom};
    case 3:  // upside down
      return {1 - right, 1 - bottom, 1 - left, 1 - top};
    case 4:  // mirrored top to bottom
      return {left, 1 - bottom, right, 1 - top};
    case 5:  // rows are columns
      return {top, left, bottom, right};
    case 6:  // to be turned clockwise
      return {1 - bottom, left, 1 - top, right};
    case 7:  // rows are columns, upside down
      return {1 - bottom, 1 - right, 1 - top, 1 - left};
    case 8:  // to be turned counter-clockwise
      return {top, 1 - right, bottom, 1 - left};
    default:
      return stored;
  }
}

Box cut_to(const Box& box, double width, double height) {
  const auto cut = [](double edge, double end) { return std::clamp(edge, 0.0, end) + 0.0; };  // -0 + 0 is 0
  return {cut(box.left, width), cut(box.top, height), cut(box.right, width), cut(box.bottom, height)};
}

bool has_area(const Box& fractions) {
  constexpr double k_least_side = 1e-6;  // of the image's; floats below 1 differ by at most 6e-8
  return fractions.width() > k_least_side && fractions.height() > k_least_side;
}

}  // namespace tfrec
