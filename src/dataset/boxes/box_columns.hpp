// SPDX-License-Identifier: Apache-2.0
// Which columns of a table give each row a box.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/boxes/box.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

/// Four columns of numbers, or one whose cells hold four numbers in brackets.
struct BoxColumns {
  std::vector<std::size_t> columns;
  std::vector<std::string> names{};  // of these columns, one each
  BoxFormat format = BoxFormat::xyxy;
  std::optional<std::size_t> stated_width{};  // the columns of the image's size
  std::optional<std::size_t> stated_height{};
};

/// Whether the cells of a column must be as a box has them.
enum class BoxCells : std::uint8_t {
  any,
  mostly_numbers,  // at least half of those that are not empty; of four columns all may be empty
};

/// By the usual names, in any case and with or without '_': xmin ymin xmax ymax, x1 y1 x2 y2, left top right
/// bottom, left top width height, x y with w h or width height, cx cy or x_center y_center with these, bbox.
/// Four edges whose right is before their top in the table are xxyy.
std::optional<BoxColumns> find_box_columns(const Table& table, BoxCells cells = BoxCells::mostly_numbers);

/// The same columns in another order: names that are edges are edges in any order. False if their names
/// contradict the format.
bool reorder(BoxColumns& columns, BoxFormat format);

/// Adds the columns `width` and `height` as the stated size, unless they are the box's own.
void find_stated_size(const Table& table, BoxColumns& columns);

/// The number of a cell: infinite if it is, or is too large for a double, and NaN if it is none.
double box_number(std::string_view cell);

/// The four numbers of a cell: "[1, 2.5, 3, 4]", with commas or blanks between, in any brackets or none.
/// Nothing if there are not just four; each as box_number() reads it, also one missing between commas.
std::optional<std::array<double, 4>> four_numbers(std::string_view cell);

/// What the numbers of a table suggest.
struct UnitsGuess {
  BoxUnits units = BoxUnits::pixels;
  bool is_close = false;      // few numbers decided, or some boxes differ: the user should look
  std::size_t above_one = 0;  // numbers above 1.01
  std::size_t not_whole = 0;
  std::size_t numbers = 0;
};

/// Fractions if no number is above 1.01 and some are not whole, else pixels.
UnitsGuess guess_units(const Table& table, const BoxColumns& columns);

}  // namespace tfrec
