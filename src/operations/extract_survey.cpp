// SPDX-License-Identifier: Apache-2.0
// What is known of a table once all records were looked at.
#include <algorithm>
#include <bit>
#include <map>

#include "base/number.hpp"
#include "base/quantity.hpp"
#include "dataset/csv_cell.hpp"
#include "operations/extract_table.hpp"

namespace tfrec {

namespace {

using Shape = ExtractColumn::Shape;

/// Whether build makes the same number, or the same text, of both.
bool means_the_same(const std::string& cell, const std::string& other) {
  if (cell == other) return true;
  const WholeNumber whole = parse_whole(cell);
  const WholeNumber other_whole = parse_whole(other);
  if (other_whole.problem == NumberProblem::none)
    return whole.problem == NumberProblem::none && whole.value == other_whole.value;
  const FloatNumber number = parse_float(cell);
  const FloatNumber other_number = parse_float(other);
  return number.problem == NumberProblem::none && other_number.problem == NumberProblem::none &&
         std::bit_cast<std::uint32_t>(number.value) == std::bit_cast<std::uint32_t>(other_number.value);
}

std::string in_records(std::uint64_t records) {
  return "in " + counted(records, "record", "records");
}

}  // namespace

void ExtractTable::look_at(const ExampleView& example) {
  std::map<std::string_view, std::string> shown;
  for (ExtractColumn& column : m_columns) {
    std::vector<std::string> cells = column.look_at(example);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (column.headers[i].empty()) continue;
      if (neutralised(cells[i]) != cells[i]) ++m_formulas;
      if (!m_followers.empty()) shown.emplace(column.headers[i], std::move(cells[i]));
    }
  }
  for (ExtractColumn& follower : m_followers) {
    if (follower.shape == Shape::class_names) continue;  // the cell may have its labels in another order
    const std::vector<std::string> cells = follower.cells(example);
    bool same = true;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto found = shown.find(follower.headers[i]);
      same = same && (found == shown.end() || means_the_same(found->second, cells[i]));
    }
    if (!same) ++follower.unfit;
  }
}

void ExtractTable::add_counts(const ExtractTable& other) {
  for (std::size_t i = 0; i < m_columns.size(); ++i) m_columns[i].add_counts(other.m_columns[i]);
  for (std::size_t i = 0; i < m_followers.size(); ++i) m_followers[i].add_counts(other.m_followers[i]);
  m_formulas += other.m_formulas;
}

void ExtractTable::settle() {
  choose_label_separator();
  std::erase_if(m_columns, [&](ExtractColumn& column) {
    const std::string problem = settle(column);
    if (problem.empty()) {
      judge_cells(column);
    } else {
      std::erase_if(m_not_rebuilt, [&](const ExtractLoss& known) { return known.feature == column.feature; });
      leave_out(column.feature, problem);
    }
    return !problem.empty();
  });
  for (const ExtractColumn& follower : m_followers) {
    if (follower.unfit > 0)
      lose(follower.feature, "its column tells another value " + in_records(follower.unfit));
  }
}

/// One for all columns of labels, as build takes it: what the set was made with, if it fits.
void ExtractTable::choose_label_separator() {
  std::set<std::string, std::less<>> taken;
  std::vector<std::string> candidates = separator_candidates();
  if (const std::string recorded = m_agreed.text_of("label-separator"); !recorded.empty())
    candidates.insert(candidates.begin(), recorded);
  bool is_needed = false;
  for (const ExtractColumn& column : m_columns) {
    if (column.shape != Shape::class_names) continue;
    is_needed = true;
    for (const ClassCount& known : column.classes->classes) {
      for (const std::string& candidate : candidates) {
        if (known.name.find(candidate) != std::string::npos) taken.insert(candidate);
      }
    }
  }
  if (is_needed) m_label_separator = free_separator(candidates, taken).value_or("");
}

/// Chooses the separator of a column; why no cell can hold its values, or nothing.
std::string ExtractTable::settle(ExtractColumn& column) const {
  if (column.shape == Shape::class_names) {
    column.separator = m_label_separator;
    return m_label_separator.empty() ? "each text that could stand between labels is part of a class name"
                                     : "";
  }
  if (column.shape != Shape::joined) return {};
  const auto separator = free_separator(separator_candidates(), column.separators);
  if (!separator) return "its texts hold each text that could stand between them";
  column.separator = *separator;
  const bool is_ambiguous = column.empty_lists > 0 && column.empty_texts > 0;
  return is_ambiguous ? "lists without a text and lists of one empty text look the same" : "";
}

void ExtractTable::judge_cells(const ExtractColumn& column) {
  const std::string& name = column.feature;
  if (column.absent > 0)
    lose(name, "it is missing " + in_records(column.absent) + ", and build needs a value in each");
  if (column.not_finite > 0) {
    lose(name, "it holds " + counted(column.not_finite, "value that is", "values that are") +
                   " NaN or infinite, which build does not read as numbers");
  }
  if (spec_of(name) != nullptr && !column.joins() && column.unfit > 0)
    lose(name, "it holds another number of values than it has columns " + in_records(column.unfit));
  if (column.shape == Shape::joined && column.holds_texts)
    lose(name, "its cells have '" + column.separator + "' between the texts");
}

}  // namespace tfrec
