// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dataset/samples/row_lists.hpp"
#include "dataset/samples/samples.hpp"
#include "dataset/splits/sample_labels.hpp"

namespace tfrec {

/// A column to stratify by; with a separator its cells hold several labels.
struct StratifyColumn {
  std::size_t column = 0;
  std::string separator;
};

/// The labels by which splits are stratified. Those of several columns follow each other, sorted within a
/// column as classes are. An empty cell has no label.
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
  std::vector<std::uint64_t> begins;  // empty if each sample has at most one label

  SampleLabels view() const;
  /// Labels of a sample.
  std::span<const std::uint32_t> of(SampleIndex sample) const;
  /// The labels of some samples, which are numbered from 0 in this order.
  StratifyLabels of_some(std::span<const SampleIndex> samples) const;
  /// For people: "daisy", or "breed: daisy" of several columns.
  std::string text_of(std::uint32_t label) const;
};

/// Throws Error (usage) if a column has more than k_most_labels distinct values: it does not contain classes.
inline constexpr std::size_t k_most_labels = 100'000;
/// Rows that `lists` skips do not count.
StratifyLabels stratify_labels(const Samples& samples, const std::vector<StratifyColumn>& columns,
                               const RowLists* lists = nullptr);

}  // namespace tfrec
