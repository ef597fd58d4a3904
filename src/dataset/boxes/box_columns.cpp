// SPDX-License-Identifier: Apache-2.0
#include "dataset/boxes/box_columns.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/text/number.hpp"
#include "dataset/table/word_breaks.hpp"

namespace tfrec {

namespace {

using FourNames = std::array<std::string_view, 4>;

constexpr std::array<FourNames, 5> k_usual_names{{{"xmin", "ymin", "xmax", "ymax"},
                                                  {"x1", "y1", "x2", "y2"},
                                                  {"left", "top", "right", "bottom"},
                                                  {"x", "y", "w", "h"},
                                                  {"x", "y", "width", "height"}}};
constexpr std::string_view k_usual_name = "bbox";

bool is_number(std::string_view cell) {
  return parse_real(cell).problem == NumberProblem::none;
}

/// "[1, 2.5, 3, 4]", with commas or blanks between, in any brackets or none.
bool holds_four_numbers(std::string_view cell) {
  constexpr std::string_view k_blanks = " \t";
  constexpr std::string_view k_between = ", \t";
  if (cell.find_first_not_of(k_blanks) == std::string_view::npos) return false;
  cell.remove_prefix(cell.find_first_not_of(k_blanks));
  cell = cell.substr(0, cell.find_last_not_of(k_blanks) + 1);
  const std::string_view ends = "[](){}";
  const std::size_t bracket = ends.find(cell.front());
  if (bracket != std::string_view::npos) {
    if (cell.size() < 2 || bracket % 2 != 0 || cell.back() != ends[bracket + 1]) return false;
    cell = cell.substr(1, cell.size() - 2);
  }
  std::size_t numbers = 0;
  for (std::size_t at = cell.find_first_not_of(k_between); at != std::string_view::npos;
       at = cell.find_first_not_of(k_between, at)) {
    const std::size_t end = std::min(cell.find_first_of(k_between, at), cell.size());
    if (!is_number(cell.substr(at, end - at))) return false;
    ++numbers;
    at = end;
  }
  return numbers == 4;
}

/// Whether at least half of each column's cells that are not empty are as a box has them.
bool cells_fit(const Table& table, const std::vector<std::size_t>& columns) {
  const bool in_one = columns.size() == 1;
  std::vector<std::size_t> present(columns.size());
  std::vector<std::size_t> fitting(columns.size());
  table.for_each([&](RowIndex, std::span<const std::string_view> cells) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string_view cell = cells[columns[i]];
      if (cell.empty()) continue;
      ++present[i];
      if (in_one ? holds_four_numbers(cell) : is_number(cell)) ++fitting[i];
    }
  });
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (2 * fitting[i] < present[i]) return false;
  }
  return !in_one || present[0] > 0;
}

}  // namespace

std::optional<BoxColumns> find_box_columns(const Table& table) {
  std::vector<std::string> names;
  for (const std::string& name : table.columns()) names.push_back(without_word_breaks(name));
  const auto place_of = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const auto fits = [&](const std::vector<std::size_t>& columns) {
    const bool all_there = std::find(columns.begin(), columns.end(), names.size()) == columns.end();
    return all_there && cells_fit(table, columns);
  };
  for (const FourNames& usual : k_usual_names) {
    std::vector<std::size_t> columns;
    for (const std::string_view name : usual) columns.push_back(place_of(name));
    if (fits(columns)) return BoxColumns{std::move(columns)};
  }
  if (fits({place_of(k_usual_name)})) return BoxColumns{{place_of(k_usual_name)}};
  return std::nullopt;
}

}  // namespace tfrec
