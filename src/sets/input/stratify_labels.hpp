// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dataset/splits/row_labels.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

/// A column to stratify by; with a separator its cells hold several labels.
struct StratifyColumn {
  std::size_t column = 0;
  std::string separator;
};

/// The labels of rows, by which splits are stratified. Several columns put theirs one after the other, each
/// column's sorted as classes are. An empty cell has no label.
struct StratifyLabels {
  /// The labels [first, end) are its.
  struct Column {
    std::string name;
    std::size_t column = 0;
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };

  std::vector<Column> columns;
  std::vector<std::string> names;  // of labels
  std::vector<std::uint32_t> labels;
  std::vector<std::uint64_t> begins;  // empty if each row has one label at most

  RowLabels view() const;
  /// Labels of a row (its place among those asked for).
  std::span<const std::uint32_t> of(std::size_t row) const;
  /// For people: "daisy", or "breed: daisy" of several columns.
  std::string text_of(std::uint32_t label) const;
};

/// Labels of `rows` (ascending rows of the table). Throws Error (usage) if a column has more than
/// k_most_labels distinct values: that is not a class.
inline constexpr std::size_t k_most_labels = 100'000;
StratifyLabels stratify_labels(const Table& table, const std::vector<std::uint32_t>& rows,
                               const std::vector<StratifyColumn>& columns);

}  // namespace tfrec
