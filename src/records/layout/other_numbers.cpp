// SPDX-License-Identifier: Apache-2.0
#include "records/layout/other_numbers.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/in_quotes.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

/// A column of whole numbers beside a column of classes.
class NumberedClasses {
 public:
  NumberedClasses(const ColumnClasses& classes, std::size_t numbers)
      : m_classes(&classes), m_numbers(numbers) {}

  void add(std::span<const std::string_view> cells) {
    const bool is_incomplete = is_missing(cells[m_classes->column]) || is_missing(cells[m_numbers]);
    if (!m_can_match || is_incomplete) return;
    const auto place = m_classes->classes.place_of(cells[m_classes->column]);
    const WholeNumber number = parse_whole(cells[m_numbers]);
    if (!place || number.problem != NumberProblem::none) {
      m_can_match = false;
      return;
    }
    const auto [known, is_new] = m_number_of.emplace(*place, number.value);
    if (is_new) {
      m_can_match = m_used.insert(number.value).second;
    } else {
      m_can_match = known->second == number.value;
    }
  }

  /// A class whose number is not its id, where each class has one number.
  std::optional<std::size_t> first_other() const {
    if (!m_can_match || m_number_of.size() < 2) return std::nullopt;
    for (const auto& [place, number] : m_number_of) {
      if (number != m_classes->classes.ids().at(place)) return place;
    }
    return std::nullopt;
  }

  std::int64_t number_of(std::size_t place) const { return m_number_of.at(place); }
  /// Whether a list of classes can give them as ids.
  bool can_be_ids() const { return *m_used.begin() >= 0; }

 private:
  const ColumnClasses* m_classes;
  std::size_t m_numbers;  // column
  std::map<std::size_t, std::int64_t> m_number_of;
  std::set<std::int64_t> m_used;
  bool m_can_match = true;
};

/// Two features that may number the same classes.
struct Pair {
  const BoundFeature& classes;
  const BoundFeature& numbers;
  NumberedClasses seen{*classes.classes, numbers.columns.front()};
};

std::vector<Pair> pairs_in(const std::vector<BoundFeature>& features, const LayoutInput& input) {
  std::vector<Pair> pairs;
  for (const BoundFeature& classes : features) {
    if (classes.spec.kind != FeatureKind::index || classes.is_list) continue;
    for (const BoundFeature& numbers : features) {
      if (numbers.spec.kind != FeatureKind::int64 || numbers.columns.size() != 1 || numbers.is_list) continue;
      const ColumnProfile& profile = input.profiles[numbers.columns.front()];
      const std::size_t count = input.profiles[classes.columns.front()].distinct.size();
      const bool may_match = input.profiles[classes.columns.front()].any_repeats() &&
                             !profile.distinct_overflow && profile.distinct.size() == count && count > 1;
      if (may_match && numbers.columns != classes.columns) pairs.push_back({classes, numbers});
    }
  }
  return pairs;
}

void report(const Pair& pair, std::size_t place, Observer& observer) {
  const ClassList& list = pair.classes.classes->classes;
  FeatureSpec as_text = pair.classes.spec;
  as_text.kind = FeatureKind::bytes;
  observer.warning(
      "features " + in_quotes(pair.numbers.spec.name) + " and " + in_quotes(pair.classes.spec.name) +
      " seem to number the same classes differently: class '" + printable(list.names()[place]) + "' is " +
      std::to_string(pair.seen.number_of(place)) + " and " + std::to_string(list.ids().at(place)) + "; " +
      (pair.seen.can_be_ids() ? "--classes FILE with lines id,name sets the ids, " : "") +
      shell_option("--feature", to_string(as_text)) + " stores the names");
}

}  // namespace

void warn_of_other_numbers(const std::vector<BoundFeature>& features, const LayoutInput& input,
                           Observer& observer) {
  if (input.like_earlier) return;
  std::vector<Pair> pairs = pairs_in(features, input);
  if (pairs.empty()) return;
  input.table.for_each([&](RowIndex, std::span<const std::string_view> cells) {
    for (Pair& pair : pairs) pair.seen.add(cells);
  });
  for (const Pair& pair : pairs) {
    if (const auto place = pair.seen.first_other()) report(pair, *place, observer);
  }
}

}  // namespace tfrec
