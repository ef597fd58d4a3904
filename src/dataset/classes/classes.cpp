// SPDX-License-Identifier: Apache-2.0
#include "dataset/classes/classes.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_set>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/nearest.hpp"
#include "base/text/number.hpp"
#include "base/text/quantity.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

bool has_line_break(std::string_view name) {
  return name.find_first_of("\r\n") != std::string_view::npos;
}

/// Names beyond this are not classes; each costs its text and what the tables around it take.
constexpr std::size_t k_most_name_bytes = std::size_t{512} << 20U;
constexpr std::size_t k_bytes_a_name = 100;

[[noreturn]] void fail_too_many(const Table& table, std::size_t column, std::size_t count) {
  throw Error(ErrorKind::bad_data, table.source(),
              "column " + in_quotes(table.columns()[column]) + " has more than " +
                  counted(count, "distinct value", "distinct values") + ", too many for classes",
              "store the column as text with --feature NAME=bytes:COLUMN");
}

[[noreturn]] void fail_line_break(const Table& table, RowIndex row, std::size_t column,
                                  std::string_view name) {
  throw Error(ErrorKind::bad_data, table.place(row),
              "column " + in_quotes(table.columns()[column]) + ": class " + in_quotes(name) +
                  " contains a line break, and classes.txt has one class per line",
              "fix the value, or store the column as text with --feature NAME=bytes:COLUMN");
}

}  // namespace

ClassList::ClassList(std::vector<std::string> names, ClassIds ids)
    : m_names(std::move(names)), m_ids(std::move(ids)) {
  m_places.reserve(m_names.size());
  for (std::size_t i = 0; i < m_names.size(); ++i) {
    const std::string& name = m_names[i];
    if (name.empty()) throw Error(ErrorKind::bad_data, "", "class " + std::to_string(i) + " has no name");
    if (has_line_break(name))
      throw Error(ErrorKind::bad_data, "", "class " + in_quotes(name) + " contains a line break");
    if (!m_places.emplace(name, i).second) {
      throw Error(ErrorKind::bad_data, "", "class " + in_quotes(name) + " comes twice");
    }
  }
}

std::optional<std::size_t> ClassList::place_of(std::string_view name) const {
  const auto found = m_places.find(name);
  return found == m_places.end() ? std::nullopt : std::optional(found->second);
}

void sort_class_names(std::vector<std::string>& names) {
  struct Numbered {
    WholeNumber whole;
    RealNumber real;
    std::string name;
  };
  std::vector<Numbered> numbered;
  numbered.reserve(names.size());
  for (std::string& name : names) numbered.push_back({parse_whole(name), parse_real(name), std::move(name)});
  const auto holds = [&](const auto& test) { return std::all_of(numbered.begin(), numbered.end(), test); };
  const bool whole = holds([](const Numbered& n) { return n.whole.problem == NumberProblem::none; });
  const bool real = holds([](const Numbered& n) { return n.real.problem == NumberProblem::none; });
  std::sort(numbered.begin(), numbered.end(), [&](const Numbered& a, const Numbered& b) {
    if (whole && a.whole.value != b.whole.value) return a.whole.value < b.whole.value;
    if (real && !whole && a.real.value != b.real.value) return a.real.value < b.real.value;
    return a.name < b.name;
  });
  std::transform(numbered.begin(), numbered.end(), names.begin(),
                 [](Numbered& n) { return std::move(n.name); });
}

namespace {

std::string_view trimmed(std::string_view label) {
  while (!label.empty() && label.front() == ' ') label.remove_prefix(1);
  while (!label.empty() && label.back() == ' ') label.remove_suffix(1);
  return label;
}

}  // namespace

std::vector<std::string_view> split_labels(std::string_view cell, std::string_view separator) {
  if (separator.empty()) return is_missing(cell) ? std::vector<std::string_view>{} : std::vector{cell};
  std::vector<std::string_view> labels;
  while (!cell.empty()) {
    const std::size_t end = cell.find(separator);
    const std::string_view label = trimmed(cell.substr(0, end));
    if (!label.empty()) labels.push_back(label);
    if (end == std::string_view::npos) break;
    cell.remove_prefix(end + separator.size());
  }
  return labels;
}

bool is_unlabelled(std::string_view cell, std::string_view separator) {
  return is_missing(cell) || split_labels(cell, separator).empty();
}

ClassList classes_of_column(const Table& table, std::size_t column, std::string_view separator) {
  std::unordered_set<std::string> distinct;
  std::string name;
  std::size_t name_bytes = 0;
  table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    const auto take = [&](std::string_view label) {
      name.assign(label);
      if (distinct.contains(name)) return;
      if (has_line_break(name)) fail_line_break(table, row, column, name);
      distinct.insert(name);
      name_bytes += name.size() + k_bytes_a_name;
      if (name_bytes > k_most_name_bytes) fail_too_many(table, column, distinct.size());
    };
    if (separator.empty()) {
      if (!is_missing(cells[column])) take(cells[column]);
    } else {
      for (const std::string_view label : split_labels(cells[column], separator)) take(label);
    }
  });
  std::vector<std::string> names(distinct.begin(), distinct.end());
  sort_class_names(names);
  return ClassList(std::move(names));
}

Error unknown_class(const ClassList& classes, std::string_view name, const std::string& place,
                    std::string_view column, std::string hint) {
  const std::optional<std::string> near = nearest(name, classes.names());
  std::string message = "column " + in_quotes(column) + ": unknown class " + in_quotes(name);
  message += near ? " (nearest: " + in_quotes(*near) + ")"
                  : ", none of the " + counted(classes.size(), "known class", "known classes");
  return Error(ErrorKind::bad_data, place, std::move(message), std::move(hint));
}

}  // namespace tfrec
