// SPDX-License-Identifier: Apache-2.0
#include "dataset/boxes/box_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"
#include "dataset/table/word_breaks.hpp"

namespace tfrec {

namespace {

struct UsualNames {
  std::array<std::string_view, 4> names;
  BoxFormat format;
};

constexpr std::array<UsualNames, 10> k_usual{
    {{{"xmin", "ymin", "xmax", "ymax"}, BoxFormat::xyxy},
     {{"x1", "y1", "x2", "y2"}, BoxFormat::xyxy},
     {{"left", "top", "right", "bottom"}, BoxFormat::xyxy},
     {{"x", "y", "w", "h"}, BoxFormat::xywh},
     {{"x", "y", "width", "height"}, BoxFormat::xywh},
     {{"left", "top", "width", "height"}, BoxFormat::xywh},
     {{"cx", "cy", "w", "h"}, BoxFormat::cxcywh},
     {{"cx", "cy", "width", "height"}, BoxFormat::cxcywh},
     {{"xcenter", "ycenter", "w", "h"}, BoxFormat::cxcywh},
     {{"xcenter", "ycenter", "width", "height"}, BoxFormat::cxcywh}}};
constexpr std::string_view k_usual_name = "bbox";  // COCO's: left, top, width, height

bool is_infinite_text(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  const std::string lower = lowered(text);
  return lower == "inf" || lower == "infinity";
}

bool is_number(std::string_view cell) {
  return parse_real(cell).problem == NumberProblem::none;
}

bool holds_four_numbers(std::string_view cell) {
  const auto numbers = four_numbers(cell);
  return numbers && std::ranges::none_of(*numbers, [](double number) { return std::isnan(number); });
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

/// The columns' names as they are compared.
std::vector<std::string> plain_names(const Table& table) {
  std::vector<std::string> names;
  for (const std::string& name : table.columns()) names.push_back(without_word_breaks(name));
  return names;
}

std::optional<std::size_t> place_of(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

/// The numbers of a row's box that can be read.
void visit_numbers(std::span<const std::string_view> cells, const BoxColumns& columns, const auto& visit) {
  const auto add = [&](double number) {
    if (std::isfinite(number)) visit(number);
  };
  if (columns.columns.size() == 1) {
    const auto numbers = four_numbers(cells[columns.columns.front()]);
    if (numbers) std::ranges::for_each(*numbers, add);
    return;
  }
  for (const std::size_t column : columns.columns) add(box_number(cells[column]));
}

}  // namespace

double box_number(std::string_view cell) {
  const RealNumber number = parse_real(cell);
  if (number.problem == NumberProblem::none) return number.value;
  const bool is_infinite = number.problem == NumberProblem::too_large || is_infinite_text(cell);
  return is_infinite ? std::numeric_limits<double>::infinity() : std::nan("");
}

std::optional<std::array<double, 4>> four_numbers(std::string_view cell) {
  constexpr std::string_view k_blanks = " \t";
  constexpr std::string_view k_between = ", \t";
  if (cell.find_first_not_of(k_blanks) == std::string_view::npos) return std::nullopt;
  cell.remove_prefix(cell.find_first_not_of(k_blanks));
  cell = cell.substr(0, cell.find_last_not_of(k_blanks) + 1);
  const std::string_view ends = "[](){}";
  const std::size_t bracket = ends.find(cell.front());
  if (bracket != std::string_view::npos) {
    if (cell.size() < 2 || bracket % 2 != 0 || cell.back() != ends[bracket + 1]) return std::nullopt;
    cell = cell.substr(1, cell.size() - 2);
  }
  std::array<double, 4> numbers{};
  std::size_t found = 0;
  std::size_t at = cell.find_first_not_of(k_blanks);
  while (at != std::string_view::npos) {
    if (found == numbers.size()) return std::nullopt;
    const std::size_t end = std::min(cell.find_first_of(k_between, at), cell.size());
    numbers[found++] = box_number(cell.substr(at, end - at));
    at = cell.find_first_not_of(k_blanks, end);
    const bool is_comma = at != std::string_view::npos && cell[at] == ',';
    if (!is_comma) continue;
    at = cell.find_first_not_of(k_blanks, at + 1);
    if (at == std::string_view::npos) return std::nullopt;
  }
  return found == numbers.size() ? std::optional(numbers) : std::nullopt;
}

std::optional<BoxColumns> find_box_columns(const Table& table, BoxCells cells) {
  const std::vector<std::string> names = plain_names(table);
  const auto fitting = [&](auto wanted, BoxFormat format) -> std::optional<BoxColumns> {
    BoxColumns found;
    found.format = format;
    for (const std::string_view name : wanted) {
      const auto place = place_of(names, name);
      if (!place) return std::nullopt;
      found.columns.push_back(*place);
      found.names.push_back(table.columns()[*place]);
    }
    if (cells == BoxCells::mostly_numbers && !cells_fit(table, found.columns)) return std::nullopt;
    constexpr std::size_t k_top = 1;
    constexpr std::size_t k_right = 2;
    if (format == BoxFormat::xyxy && found.columns[k_right] < found.columns[k_top])
      reorder(found, BoxFormat::xxyy);
    return found;
  };
  for (const UsualNames& usual : k_usual) {
    if (auto found = fitting(usual.names, usual.format)) return found;
  }
  return fitting(std::array{k_usual_name}, BoxFormat::xywh);
}

bool reorder(BoxColumns& columns, BoxFormat format) {
  const auto is_edges = [](BoxFormat order) { return order == BoxFormat::xyxy || order == BoxFormat::xxyy; };
  const BoxFormat before = std::exchange(columns.format, format);
  if (columns.columns.size() == 1 || before == format) return true;
  if (is_edges(before) != is_edges(format)) return false;
  // x and y may be a corner or a centre; other names are only one of them.
  if (!is_edges(format)) return without_word_breaks(columns.names.front()) == "x";
  std::swap(columns.columns[1], columns.columns[2]);
  std::swap(columns.names[1], columns.names[2]);
  return true;
}

void find_stated_size(const Table& table, BoxColumns& columns) {
  const std::vector<std::string> names = plain_names(table);
  const auto free_place = [&](std::string_view name) {
    const auto place = place_of(names, name);
    return place && std::ranges::find(columns.columns, *place) == columns.columns.end() ? place
                                                                                        : std::nullopt;
  };
  const auto width = free_place("width");
  const auto height = free_place("height");
  if (!width || !height) return;
  columns.stated_width = width;
  columns.stated_height = height;
}

UnitsGuess guess_units(const Table& table, const BoxColumns& columns) {
  constexpr double k_most_fraction = 1.01;
  UnitsGuess guess;
  bool any_like_fractions = false;  // a box whose numbers alone would be taken for fractions
  table.for_each([&](RowIndex, std::span<const std::string_view> cells) {
    const UnitsGuess before = guess;
    visit_numbers(cells, columns, [&](double number) {
      ++guess.numbers;
      if (number > k_most_fraction) ++guess.above_one;
      if (number != std::floor(number)) ++guess.not_whole;
    });
    if (guess.above_one == before.above_one && guess.not_whole > before.not_whole) any_like_fractions = true;
  });
  if (guess.above_one == 0 && guess.not_whole > 0) guess.units = BoxUnits::fraction;
  const std::size_t against =
      guess.units == BoxUnits::fraction ? guess.numbers - guess.not_whole : guess.numbers - guess.above_one;
  const bool is_mixed = guess.units == BoxUnits::pixels && any_like_fractions;
  guess.is_close = guess.numbers > 0 && (is_mixed || 2 * against > guess.numbers);
  return guess;
}

}  // namespace tfrec
