// SPDX-License-Identifier: Apache-2.0
// A rectangle on an image, and how tables write it.
#pragma once

#include <cstdint>

namespace tfrec {

/// Edges, not pixels: a box of one pixel at the left is from 0 to 1. In pixels, or as fractions of the
/// image's sides.
struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
  double area() const { return width() * height(); }
  friend bool operator==(const Box&, const Box&) = default;
};

/// The order of four numbers.
enum class BoxFormat : std::uint8_t {
  xyxy,    // left, top, right, bottom
  xxyy,    // left, right, top, bottom
  xywh,    // left, top, width, height
  cxcywh,  // the centre, width, height
};

enum class BoxUnits : std::uint8_t { pixels, fraction };

/// What the columns `width` and `height` beside boxes are for.
enum class BoxSize : std::uint8_t {
  check,  // they must be the image's size
  scale,  // boxes are in their scale, whatever the image's size is
};

/// What becomes of faulty boxes.
enum class BadBoxes : std::uint8_t { error, clip, drop };

/// The size of an image as stored in its file, and the EXIF orientation that is applied to it: 1 to 8.
struct SourceFrame {
  double width = 0;
  double height = 0;
  int orientation = 1;
  int ignored_orientation = 1;  // stated by EXIF, but not applied

  bool is_known() const { return width > 0 && height > 0; }
  bool swaps_sides() const { return orientation >= 5; }
  double upright_width() const { return swaps_sides() ? height : width; }
  double upright_height() const { return swaps_sides() ? width : height; }
};

/// A box on the image as stored, where it is on the upright image. Both in fractions. `orientation` is as in
/// EXIF 2.32, tag 0x0112.
Box upright_box(const Box& stored, int orientation);

/// The part of a box that lies in the image, from (0, 0) to (width, height). Without negative zeros.
Box cut_to(const Box& box, double width, double height);

/// Whether a box, in fractions, is wide and high enough for its edges to differ as floats, which records
/// store.
bool has_area(const Box& fractions);

}  // namespace tfrec
