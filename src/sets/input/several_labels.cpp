// SPDX-License-Identifier: Apache-2.0
#include "sets/input/several_labels.hpp"

#include <algorithm>
#include <set>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/classes/label_separator.hpp"

namespace tfrec {

namespace {

bool takes_whole_cell(const FeatureSpec& spec) {
  return spec.kind == FeatureKind::index || spec.kind == FeatureKind::onehot ||
         spec.kind == FeatureKind::bytes;
}

/// What stores the labels in a cell with the same names: ids beside a list of 0 and 1, else that list alone.
std::string options_for(const std::string& preset, const std::vector<FeatureSpec>& features,
                        const std::string& column) {
  const auto is_of = [&](const FeatureSpec& spec, FeatureKind kind) {
    return spec.kind == kind && spec.columns.front() == column;
  };
  const auto has = [&](FeatureKind kind) {
    return std::ranges::any_of(features, [&](const FeatureSpec& spec) { return is_of(spec, kind); });
  };
  const bool has_list = has(FeatureKind::onehot);
  const bool has_ids = has(FeatureKind::index);
  std::string options = shell_option("--layout", preset);
  const auto add = [&](const std::string& feature, FeatureKind kind) {
    options += " " + shell_option("--feature", to_string(FeatureSpec{feature, kind, {column}}));
  };
  for (const FeatureSpec& spec : features) {
    if (is_of(spec, FeatureKind::index))
      add(spec.name, has_list ? FeatureKind::indices : FeatureKind::multihot);
    if (is_of(spec, FeatureKind::onehot)) add(spec.name, FeatureKind::multihot);
    if (is_of(spec, FeatureKind::bytes) && !has_list && !has_ids) add(spec.name, FeatureKind::multihot);
  }
  if (!has_list && !has_ids && !has(FeatureKind::bytes)) add(column, FeatureKind::multihot);
  return options;
}

std::vector<std::vector<std::string>> sampled_cells(const Table& table) {
  std::vector<std::vector<std::string>> columns(table.columns().size());
  for (const RowIndex row : rows_to_sample(table)) {
    const std::vector<std::string> cells = table.cells(row);
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i].push_back(cells[i]);
  }
  return columns;
}

}  // namespace

void point_out_several_labels(const BuildInput& input, const std::string& preset,
                              const std::vector<FeatureSpec>& features, const std::vector<FeatureSpec>& given,
                              Observer& observer) {
  const Table& table = *input.table;
  const auto cells = sampled_cells(table);
  std::set<std::string> known;
  for (const FeatureSpec& spec : given) {
    known.insert(spec.name);
    known.insert(spec.columns.begin(), spec.columns.end());
  }
  for (const FeatureSpec& spec : features) {
    if (!takes_whole_cell(spec) || known.contains(spec.name) || !known.insert(spec.columns.front()).second)
      continue;
    const auto place = std::ranges::find(table.columns(), spec.columns.front());
    const auto column = static_cast<std::size_t>(place - table.columns().begin());
    if (column >= cells.size() || column == input.image_column) continue;
    const auto separator = likely_separator(cells[column]);
    if (!separator) continue;
    const auto example = std::ranges::find_if(
        cells[column], [&](const std::string& cell) { return cell.find(*separator) != std::string::npos; });
    observer.warning("column '" + printable(*place) + "': cells such as '" + printable_excerpt(*example, 60) +
                     "' look like several labels, but each is stored as one; to store several: " +
                     shell_option("--label-separator", std::string(1, *separator)) + " " +
                     options_for(preset, features, *place));
  }
}

std::string several_labels_hint(const BuildInput& input, const std::string& preset,
                                const std::vector<FeatureSpec>& features, const std::string& separator) {
  const auto cells = sampled_cells(*input.table);
  for (std::size_t column = 0; column < cells.size(); ++column) {
    const bool contains = std::ranges::any_of(
        cells[column], [&](const std::string& cell) { return cell.find(separator) != std::string::npos; });
    const std::string& name = input.table->columns()[column];
    if (contains && column != input.image_column) return options_for(preset, features, name);
  }
  return {};
}

}  // namespace tfrec
