// SPDX-License-Identifier: Apache-2.0
#include "sets/strata/stratify_labels.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

/// Labels of one column in order of first appearance, and those of each sample.
struct ColumnLabels {
  std::unordered_map<std::string, std::uint32_t> ids;
  std::vector<std::pair<SampleIndex, std::uint32_t>> found;  // of each row; then of each sample, each once
  std::vector<std::uint32_t> labels;                         // of all samples, one after the other
  std::vector<std::uint64_t> ends;                           // of each sample
};

void add_cell(ColumnLabels& into, SampleIndex sample, std::string_view cell, const std::string& separator) {
  const auto found = separator.empty() ? std::vector{cell} : split_labels(cell, separator);
  for (const std::string_view label : found) {
    if (is_missing(label)) continue;
    const auto next = static_cast<std::uint32_t>(into.ids.size());
    into.found.emplace_back(sample, into.ids.try_emplace(std::string(label), next).first->second);
  }
}

/// From the labels of rows to those of samples.
void gather(ColumnLabels& column, std::size_t samples) {
  auto& found = column.found;
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  auto next = found.begin();
  for (const SampleIndex sample : IndexRange<SampleIndex>(samples)) {
    for (; next != found.end() && next->first == sample; ++next) column.labels.push_back(next->second);
    column.ends.push_back(column.labels.size());
  }
  found = {};
}

std::vector<ColumnLabels> read_columns(const Samples& samples, const RowLists* lists,
                                       const std::vector<StratifyColumn>& columns) {
  std::vector<ColumnLabels> read(columns.size());
  samples.for_each_row([&](SampleIndex sample, RowIndex row, std::span<const std::string_view> cells) {
    if (lists != nullptr && !lists->skipped.empty() && lists->skipped[row]) return;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      add_cell(read[i], sample, cells[columns[i].column], columns[i].separator);
      if (read[i].ids.size() <= k_most_labels) continue;
      throw Error(ErrorKind::usage, "",
                  shell_option("--stratify", samples.table.columns()[columns[i].column]) + " has more than " +
                      format_count(k_most_labels) + " distinct values",
                  "stratify by a column of classes");
    }
  });
  for (ColumnLabels& column : read) gather(column, samples.size());
  return read;
}

/// Numbers labels as classes are sorted, from `first` on, and appends their names.
void sort_labels(ColumnLabels& column, std::uint32_t first, std::vector<std::string>& names) {
  std::vector<std::string> sorted;
  for (const auto& [name, id] : column.ids) sorted.push_back(name);
  sort_class_names(sorted);
  std::vector<std::uint32_t> number(sorted.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    number[column.ids.at(sorted[i])] = first + i;
    names.push_back(sorted[i]);
  }
  for (std::uint32_t& label : column.labels) label = number[label];
}

StratifyLabels single(const ColumnLabels& column) {
  StratifyLabels labels;
  labels.labels.reserve(column.ends.size());
  for (std::size_t i = 0; i < column.ends.size(); ++i) {
    const std::uint64_t begin = i == 0 ? 0 : column.ends[i - 1];
    labels.labels.push_back(begin == column.ends[i] ? k_no_label : column.labels[begin]);
  }
  return labels;
}

StratifyLabels several(const std::vector<ColumnLabels>& columns, std::size_t samples) {
  StratifyLabels labels;
  labels.begins.push_back(0);
  for (std::size_t sample = 0; sample < samples; ++sample) {
    for (const ColumnLabels& column : columns) {
      const std::uint64_t begin = sample == 0 ? 0 : column.ends[sample - 1];
      for (std::uint64_t i = begin; i < column.ends[sample]; ++i) labels.labels.push_back(column.labels[i]);
    }
    labels.begins.push_back(labels.labels.size());
  }
  return labels;
}

}  // namespace

SampleLabels StratifyLabels::view() const {
  return {static_cast<std::uint32_t>(names.size()), labels, begins};
}

std::span<const std::uint32_t> StratifyLabels::of(SampleIndex sample) const {
  const std::span<const std::uint32_t> all(labels);
  const std::size_t i = sample.value();
  if (!begins.empty()) return all.subspan(begins[i], begins[i + 1] - begins[i]);
  return labels[i] == k_no_label ? std::span<const std::uint32_t>() : all.subspan(i, 1);
}

StratifyLabels StratifyLabels::of_some(std::span<const SampleIndex> samples) const {
  StratifyLabels some{columns, names, {}, {}};
  if (columns.empty()) return some;
  if (!begins.empty()) some.begins.push_back(0);
  for (const SampleIndex sample : samples) {
    if (begins.empty()) {
      some.labels.push_back(labels[sample.value()]);
      continue;
    }
    const auto own = of(sample);
    some.labels.insert(some.labels.end(), own.begin(), own.end());
    some.begins.push_back(some.labels.size());
  }
  return some;
}

std::string StratifyLabels::text_of(std::uint32_t label) const {
  if (columns.size() < 2) return names.at(label);
  const auto own =
      std::find_if(columns.begin(), columns.end(), [&](const Column& column) { return label < column.end; });
  return own->name + ": " + names.at(label);
}

StratifyLabels stratify_labels(const Samples& samples, const std::vector<StratifyColumn>& columns,
                               const RowLists* lists) {
  if (columns.empty()) return {};
  std::vector<ColumnLabels> read = read_columns(samples, lists, columns);
  std::vector<std::string> names;
  std::vector<StratifyLabels::Column> ranges;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto first = static_cast<std::uint32_t>(names.size());
    sort_labels(read[i], first, names);
    const std::size_t column = columns[i].column;
    ranges.push_back(
        {samples.table.columns()[column], column, first, static_cast<std::uint32_t>(names.size())});
  }
  const bool one_each =
      columns.size() == 1 && columns.front().separator.empty() && samples.row_begins.empty();
  StratifyLabels labels = one_each ? single(read.front()) : several(read, samples.size());
  labels.names = std::move(names);
  labels.columns = std::move(ranges);
  return labels;
}

}  // namespace tfrec
