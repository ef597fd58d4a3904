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

std::string options_for(const std::string& preset, const std::string& feature, const std::string& column) {
  return shell_option("--layout", preset) + " " +
         shell_option("--feature", to_string(FeatureSpec{feature, FeatureKind::multihot, {column}}));
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
                     "' look like several labels, and each is stored as one; to store labels: " +
                     shell_option("--label-separator", std::string(1, *separator)) + " " +
                     options_for(preset, spec.name, *place));
  }
}

std::string several_labels_hint(const BuildInput& input, const std::string& preset,
                                const std::string& separator) {
  const auto cells = sampled_cells(*input.table);
  for (std::size_t column = 0; column < cells.size(); ++column) {
    const bool contains = std::ranges::any_of(
        cells[column], [&](const std::string& cell) { return cell.find(separator) != std::string::npos; });
    const std::string& name = input.table->columns()[column];
    if (contains && column != input.image_column) return options_for(preset, name, name);
  }
  return {};
}

}  // namespace tfrec
