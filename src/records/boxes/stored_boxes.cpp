// SPDX-License-Identifier: Apache-2.0
#include "records/boxes/stored_boxes.hpp"

namespace tfrec {

SourceFrame source_frame(const ImageFacts& facts, OrientationPolicy orientation) {
  const bool is_applied = orientation == OrientationPolicy::apply;
  const int exif = facts.exif_orientation;
  return {static_cast<double>(facts.width), static_cast<double>(facts.height), is_applied ? exif : 1,
          is_applied ? 1 : exif};
}

std::vector<RowBox> stored_boxes(std::span<const RowBox> boxes, const Placement& placement,
                                 double min_visible) {
  if (placement.scaled == placement.stored) return {boxes.begin(), boxes.end()};
  const double across = placement.scaled.width;
  const double down = placement.scaled.height;
  const double width = placement.stored.width;
  const double height = placement.stored.height;
  std::vector<RowBox> stored;
  StoredBoxes seen_before;
  for (const RowBox& source : boxes) {
    const Box whole{source.box.left * across + placement.left, source.box.top * down + placement.top,
                    source.box.right * across + placement.left, source.box.bottom * down + placement.top};
    const Box seen = cut_to(whole, width, height);
    const Box fractions{seen.left / width, seen.top / height, seen.right / width, seen.bottom / height};
    const RowBox box{source.row, fractions, source.class_row};
    if (has_area(fractions) && seen.area() >= min_visible * whole.area() && seen_before.add(box))
      stored.push_back(box);
  }
  return stored;
}

}  // namespace tfrec
