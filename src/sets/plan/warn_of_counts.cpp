// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/warn_of_counts.hpp"

#include <algorithm>
#include <utility>

#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

namespace {

/// In front of a warning about these of `all` splits.
std::string of_splits(std::vector<std::string> names, std::size_t all) {
  constexpr std::size_t k_most_names = 10;
  if (names.front().empty()) return {};
  if (names.size() == 1) return "split " + printable(names.front()) + ": ";
  if (names.size() == all) return "in each split: ";
  const std::size_t more = names.size() - std::min(names.size(), k_most_names);
  names.resize(names.size() - more);
  return "splits " + joined(names, ", ", [](const std::string& name) { return printable(name); }) +
         (more > 0 ? " and " + format_count(more) + " more: " : ": ");
}

}  // namespace

void warn_of_counts(std::vector<CountWarnings> splits, Observer& observer) {
  std::ranges::stable_sort(splits, {}, [](const CountWarnings& one) { return split_rank(one.split); });
  std::vector<std::pair<std::string, std::vector<std::string>>> splits_of_text;
  for (const CountWarnings& one : splits) {
    for (const std::string& text : one.warnings) {
      auto known = std::ranges::find(splits_of_text, text, [](const auto& entry) { return entry.first; });
      if (known == splits_of_text.end()) known = splits_of_text.insert(known, {text, {}});
      known->second.push_back(one.split);
    }
  }
  for (const auto& [text, names] : splits_of_text) observer.warning(of_splits(names, splits.size()) + text);
}

}  // namespace tfrec
