// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/report_groups.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/splits/splits.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

/// "train has 5 values, val 2, test 1; 3 rows have none". Each value is in one split.
std::string values_by_split(const std::string& column, const BuildInput& input, const ChosenSplits& chosen) {
  const std::size_t cell = column_named(*input.table, column, "--group");
  std::unordered_set<std::string> values;
  std::vector<std::uint64_t> counts(chosen.names.size());
  std::uint64_t without = 0;
  input.samples->for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
    if (is_missing(cells[cell])) {
      ++without;
    } else if (values.emplace(cells[cell]).second) {
      ++counts[chosen.split_of_sample[sample]];
    }
  });
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t split) { return split_rank(chosen.names[split]); });
  std::string text;
  for (const std::size_t split : order) {
    text += (text.empty() ? "" : ", ") + printable(chosen.names[split]) + " " +
            (text.empty() ? "has " + counted(counts[split], "value", "values") : format_count(counts[split]));
  }
  if (without > 0) text += "; " + counted(without, "row has none", "rows have none");
  return text;
}

}  // namespace

void report_groups(const std::string& column, const BuildInput& input, const ChosenSplits& chosen,
                   const RecordLayout& layout, Observer& observer) {
  std::string text = "rows with the same " + in_quotes(column) +
                     " stay in one split: " + values_by_split(column, input, chosen);
  const bool is_stored = std::ranges::any_of(layout.features, [&](const BoundFeature& feature) {
    return std::ranges::find(feature.spec.columns, column) != feature.spec.columns.end();
  });
  if (!is_stored) {
    text += "; the column is not stored (" +
            shell_option("--feature", to_string(FeatureSpec{column, FeatureKind::bytes, {column}})) +
            " stores it)";
  }
  observer.note(text);
}

}  // namespace tfrec
