// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "dataset/table/table.hpp"

namespace tfrec {

/// The columns that give each row a box: four of numbers, or one whose cells hold four numbers in brackets.
struct BoxColumns {
  std::vector<std::size_t> columns;
};

/// By the usual names, in any case and with or without '_': xmin ymin xmax ymax, x1 y1 x2 y2, left top right
/// bottom, x y with w h or width height, bbox. The cells decide, too: at least half of those that are not
/// empty hold numbers; of four columns all may be empty.
std::optional<BoxColumns> find_box_columns(const Table& table);

}  // namespace tfrec
