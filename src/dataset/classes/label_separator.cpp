// SPDX-License-Identifier: Apache-2.0
#include "dataset/classes/label_separator.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "base/text/ascii.hpp"
#include "dataset/classes/classes.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_fewest_cells = 4;
constexpr std::size_t k_most_labels = 300;
constexpr std::size_t k_longest_label = 40;  // bytes

/// Words of sentences: a column of captions can be short and repeat itself.
constexpr std::array<std::string_view, 12> k_words{"the", "an", "of", "and", "in",   "on",
                                                   "is",  "at", "to", "are", "with", "The"};

bool is_word_of_sentence(std::string_view label) {
  return std::ranges::find(k_words, label) != k_words.end();
}

/// "a.jpg", "[1", "{'x'": lists, too, but not of labels.
bool is_no_label(std::string_view label) {
  const std::size_t dot = label.rfind('.');
  if (label.find_first_of("[](){}<>\"'") != std::string_view::npos) return true;
  return dot != std::string_view::npos && dot + 1 < label.size() && is_letter(label[dot + 1]);
}

/// Counts of the labels that a separator gives.
struct Labels {
  std::map<std::string_view, std::size_t> cells_of;  // by label
  std::set<std::vector<std::string_view>> combinations;
  std::size_t cells = 0;
  std::size_t several = 0;  // cells of two or more labels
  std::size_t total = 0;
  std::size_t fewest = SIZE_MAX;  // in a cell
  std::size_t most = 0;

  /// False if the cell can't be a list of labels.
  bool add(std::string_view cell, std::string_view separator) {
    std::vector<std::string_view> labels = split_labels(cell, separator);
    if (labels.empty()) return true;
    std::ranges::sort(labels);
    if (std::ranges::adjacent_find(labels) != labels.end()) return false;
    for (const std::string_view label : labels) {
      if (label.size() > k_longest_label || is_no_label(label)) return false;
      if (separator == " " && is_word_of_sentence(label)) return false;
      ++cells_of[label];
    }
    ++cells;
    total += labels.size();
    fewest = std::min(fewest, labels.size());
    most = std::max(most, labels.size());
    if (labels.size() > 1) ++several;
    combinations.insert(std::move(labels));
    return cells_of.size() <= k_most_labels;
  }

  bool recur() const {
    return several > 0 && total > cells_of.size() && combinations.size() >= cells_of.size();
  }

  /// Blanks, commas, '/', '+' and '&' are common in names, '|' and ';' are not.
  bool are_likely(bool is_common) const {
    const std::size_t labels = cells_of.size();
    if (cells < k_fewest_cells || several < 2 || 10 * several < cells || labels < 2) return false;
    const auto recurring = static_cast<std::size_t>(
        std::ranges::count_if(cells_of, [](const auto& label) { return label.second > 1; }));
    if (total < 2 * labels || 5 * recurring < 4 * labels) return false;
    // A name of several words has as many new words as there are names.
    return is_common ? fewest < most && combinations.size() > labels : combinations.size() >= labels;
  }
};

}  // namespace

std::optional<char> likely_separator(std::span<const std::string> cells, Expected expected) {
  for (const char separator : {'|', ';', ',', '/', '+', '&', ' '}) {
    Labels labels;
    const std::string text(1, separator);
    const bool can_be = std::ranges::all_of(cells, [&](const auto& cell) { return labels.add(cell, text); });
    if (!can_be) continue;
    const bool is_common = separator != '|' && separator != ';';
    if (expected == Expected::several_labels ? labels.recur() : labels.are_likely(is_common))
      return separator;
  }
  return std::nullopt;
}

std::optional<char> likely_separator(const Table& table, std::size_t column, Expected expected) {
  std::vector<std::string> cells;
  for (const RowIndex row : rows_to_sample(table)) cells.push_back(table.cells(row)[column]);
  return likely_separator(cells, expected);
}

std::optional<char> usual_separator(const Table& table, std::size_t column) {
  constexpr std::string_view k_usual = "|;,";
  std::size_t best = k_usual.size();
  table.for_each([&](RowIndex, std::span<const std::string_view> cells) {
    for (std::size_t i = 0; i < best; ++i) {
      if (cells[column].find(k_usual[i]) != std::string_view::npos) best = i;
    }
  });
  return best < k_usual.size() ? std::optional(k_usual[best]) : std::nullopt;
}

std::optional<std::string> cell_of_list(const Table& table, std::size_t column) {
  for (const RowIndex row : rows_to_sample(table)) {
    const std::string cell = table.cells(row)[column];
    if (cell.starts_with('[') && cell.ends_with(']')) return cell;
  }
  return std::nullopt;
}

}  // namespace tfrec
