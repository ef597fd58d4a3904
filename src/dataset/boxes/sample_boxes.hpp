// SPDX-License-Identifier: Apache-2.0
// The boxes of one image: read from its rows, checked against its size, and brought into one form.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "dataset/boxes/box_columns.hpp"
#include "dataset/samples/row_lists.hpp"

namespace tfrec {

/// How the boxes of a set are read and checked.
struct BoxRules {
  BoxColumns from;
  BoxUnits units = BoxUnits::pixels;
  int origin = 0;  // 1: pixels are counted from 1, as in VOC
  BoxSize size = BoxSize::check;
  BadBoxes bad = BadBoxes::error;
  double min_visible = 0;                      // of a box's area: one that a crop leaves less of is dropped
  std::optional<std::size_t> class_column{};   // of the box's class
  std::optional<std::string> missing_class{};  // of rows without one
  std::function<bool(std::string_view)> is_class{};  // where classes are given; empty: any name is one
};

enum class BoxFault {
  not_a_number,
  not_finite,
  swapped,   // left is not less than right, or top not less than bottom
  outside,   // by more than a pixel
  no_area,   // in the image
  repeated,  // records would store the same numbers and class twice
  no_class,
  unknown_class,
  other_size,  // than the stated one
};

struct FaultyBox {
  std::size_t row = 0;  // of the image's
  BoxFault fault{};
  std::string reason;    // "xmax 812 is outside the image, which is 800 wide"
  bool is_kept = false;  // cut to the image
};

/// A box that is stored, as fractions of the upright image.
struct RowBox {
  std::size_t row = 0;  // of the image's
  Box box;
  std::size_t class_row = 0;  // the first of the image's rows with the same class
};

/// The boxes of one image, as records store them: in floats. Finds those that are equal and have one class.
class StoredBoxes {
 public:
  /// False if the box was added before.
  bool add(const RowBox& box);

 private:
  std::set<std::tuple<float, float, float, float, std::size_t>> m_boxes;
};

struct SampleBoxes {
  std::vector<RowBox> boxes;      // in the order of rows
  std::vector<FaultyBox> faults;  // by row; one box may have several
  std::size_t rounded = 0;        // boxes that were cut by at most one pixel
  bool is_turned = false;         // they were given for the image before its EXIF orientation
  bool is_undecided = false;      // or they were not: the stated size is that of both
};

/// Each row that adds values has a box. With BadBoxes::error faulty boxes are left out, too. Without a known
/// frame, boxes are not compared with the image, and none is kept.
SampleBoxes sample_boxes(std::span<const std::vector<std::string>> rows, const RowLists& lists,
                         const BoxRules& rules, const SourceFrame& frame);

}  // namespace tfrec
