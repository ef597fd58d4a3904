// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/report_groups.hpp"

#include <algorithm>
#include <set>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"

namespace tfrec {

void report_groups(const std::string& column, const std::vector<std::uint32_t>& groups,
                   const ChosenSplits& chosen, const RecordLayout& layout, Observer& observer) {
  std::vector<std::set<std::uint32_t>> of_split(chosen.names.size());
  for (std::size_t i = 0; i < groups.size(); ++i)
    of_split[chosen.split_of_sample[SampleIndex(static_cast<std::uint32_t>(i))]].insert(groups[i]);
  std::string text = "rows with the same " + in_quotes(column) + " stay in one split:";
  for (std::size_t split = 0; split < of_split.size(); ++split) {
    const std::size_t count = of_split[split].size();
    text += (split == 0 ? " " + counted(count, "group", "groups") : ", " + format_count(count)) + " in " +
            printable(chosen.names[split]);
  }
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
