// SPDX-License-Identifier: Apache-2.0
// Which properties of files predict a class. A rule is made from one half of the images and judged on the
// other, so that chance alone finds none.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "operations/report/findings/set_rows.hpp"
#include "operations/report/findings/thresholds.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_sampled = 20'000;  // that are looked at
constexpr std::size_t k_most_ruled_classes = 200;
constexpr std::size_t k_most_rules = 12;

struct Value {
  double value = 0;
  std::uint32_t label = 0;
  bool is_judge = false;  // else the rule is made from it
};

struct Halves {
  std::uint64_t made = 0;
  std::uint64_t judged = 0;
};

using LabelCounts = std::map<std::uint32_t, Halves>;

/// A range of values and how much more of the class than of the others lies in it.
struct ValueRange {
  double from = 0;
  double to = 0;
  double gain = 0;
};

/// Images with labels, chosen by the seed where there are many.
class Chosen {
 public:
  Chosen(const SetRows& set, std::uint64_t seed) : m_set(set) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> dealt_rows;
    for (std::size_t shard = 0; shard < set.shards(); ++shard) {
      for (std::size_t row = set.first_row[shard]; row < set.first_row[shard + 1]; ++row) {
        if (set.rows[row].label != ImageRow::k_no_label && set.rows[row].has_image())
          dealt_rows.emplace_back(dealt(set.rows[row], shard, seed + 1), static_cast<std::uint32_t>(row));
      }
    }
    std::ranges::sort(dealt_rows);
    dealt_rows.resize(std::min(dealt_rows.size(), k_most_sampled));
    for (const auto& [number, row] : dealt_rows) m_rows.emplace_back(row, m_rows.size() % 2 == 1);
  }

  /// Of all images, also of those without a value.
  LabelCounts counts() const {
    LabelCounts counts;
    for (const auto& [row, is_judge] : m_rows) {
      Halves& of_label = counts[m_set.rows[row].label];
      ++(is_judge ? of_label.judged : of_label.made);
    }
    return counts;
  }

  /// Sorted by value. Images without one are left out: they are in no range.
  std::vector<Value> values(Property property) const {
    std::vector<Value> values;
    for (const auto& [row, is_judge] : m_rows) {
      const double value = value_of(m_set.rows[row], property);
      if (!std::isnan(value)) values.push_back({value, m_set.rows[row].label, is_judge});
    }
    std::ranges::sort(values, {},
                      [](const Value& one) { return std::tuple(one.value, one.label, one.is_judge); });
    return values;
  }

 private:
  const SetRows& m_set;
  std::vector<std::pair<std::uint32_t, bool>> m_rows;
};

/// The range with the largest gain: the maximum sum of neighbouring values (Kadane's algorithm).
ValueRange best_range(const std::vector<Value>& values, std::uint32_t label, double of_class,
                      double of_others) {
  ValueRange best;
  double sum = 0;
  double from = 0;
  bool is_open = false;
  for (std::size_t i = 0; i < values.size();) {
    const double value = values[i].value;
    if (!is_open) from = value;
    is_open = true;
    for (; i < values.size() && values[i].value == value; ++i) {
      if (!values[i].is_judge) sum += values[i].label == label ? 1 / of_class : -1 / of_others;
    }
    if (sum > best.gain) best = {from, value, sum};
    if (sum <= 0) {
      sum = 0;
      is_open = false;
    }
  }
  return best;
}

double least_accuracy(Property property) {
  return is_of_content(property) ? k_giveaway_content_accuracy : k_giveaway_accuracy;
}

/// A range that ends at an extreme of the images it was made from ends at that of all.
void open_ends(const std::vector<Value>& values, ValueRange& range) {
  const auto is_made = [](const Value& one) { return !one.is_judge; };
  const auto first = std::ranges::find_if(values, is_made);
  const auto last = std::find_if(values.rbegin(), values.rend(), is_made);
  if (first != values.end() && range.from == first->value) range.from = values.front().value;
  if (last != values.rend() && range.to == last->value) range.to = values.back().value;
}

/// Judges a rule on the other half; nothing if it is not far better than chance.
std::optional<Giveaway> judged(const std::vector<Value>& values, const ValueRange& range, Property property,
                               std::uint32_t label, std::uint64_t in_class, std::uint64_t in_others) {
  Giveaway rule{.property = property, .label = label, .from = range.from, .to = range.to};
  rule.in_class = in_class;
  rule.in_others = in_others;
  double class_hits = 0;
  double other_hits = 0;
  for (const Value& one : values) {
    if (!one.is_judge) continue;
    const bool is_in = one.value >= range.from && one.value <= range.to;
    if (is_in) ++(one.label == label ? class_hits : other_hits);
  }
  const auto of_class = static_cast<double>(rule.in_class);
  const auto of_others = static_cast<double>(rule.in_others);
  rule.class_hits = class_hits / of_class;
  rule.other_hits = other_hits / of_others;
  const double gain = rule.class_hits - rule.other_hits;
  rule.accuracy = 0.5 + gain / 2;
  rule.has_lower = range.from > values.front().value;
  rule.has_upper = range.to < values.back().value;
  const double deviation = std::sqrt(0.25 / of_class + 0.25 / of_others);
  const bool is_better =
      rule.accuracy >= least_accuracy(property) && gain >= k_giveaway_deviations * deviation;
  return is_better ? std::optional(rule) : std::nullopt;
}

std::vector<std::uint32_t> largest_classes(const LabelCounts& counts) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sizes;
  for (const auto& [label, count] : counts) {
    if (std::min(count.made, count.judged) >= k_giveaway_least_images) sizes.emplace_back(count.made, label);
  }
  std::ranges::sort(sizes, std::greater{});
  sizes.resize(std::min(sizes.size(), k_most_ruled_classes));
  std::vector<std::uint32_t> labels;
  for (const auto& [size, label] : sizes) labels.push_back(label);
  std::ranges::sort(labels);
  return labels;
}

void add_rules(const std::vector<Value>& values, const LabelCounts& counts, Property property,
               std::vector<Giveaway>& rules) {
  if (values.empty() || values.front().value == values.back().value) return;
  Halves all;
  for (const auto& [label, count] : counts) {
    all.made += count.made;
    all.judged += count.judged;
  }
  std::vector<Giveaway> found;
  for (const std::uint32_t label : largest_classes(counts)) {
    const Halves& of_class = counts.at(label);
    if (std::min(all.made - of_class.made, all.judged - of_class.judged) < k_giveaway_least_images) continue;
    ValueRange range = best_range(values, label, static_cast<double>(of_class.made),
                                  static_cast<double>(all.made - of_class.made));
    open_ends(values, range);
    const std::uint64_t others = all.judged - of_class.judged;
    if (auto rule = judged(values, range, property, label, of_class.judged, others)) found.push_back(*rule);
  }
  // Of two classes the one's rule is the other's turned round.
  if (counts.size() == 2 && found.size() == 2) {
    const bool is_first = std::pair(found[0].accuracy, found[0].class_hits) >=
                          std::pair(found[1].accuracy, found[1].class_hits);
    found = {found[is_first ? 0 : 1]};
  }
  rules.insert(rules.end(), found.begin(), found.end());
}

}  // namespace

std::vector<Giveaway> find_giveaways(const SetRows& set, std::uint64_t seed) {
  std::vector<Giveaway> rules;
  if (set.labels < 2) return rules;
  const Chosen chosen(set, seed);
  const LabelCounts counts = chosen.counts();
  for (const Property property : all_properties())
    add_rules(chosen.values(property), counts, property, rules);
  std::ranges::stable_sort(rules, std::greater{}, &Giveaway::accuracy);
  rules.resize(std::min(rules.size(), k_most_rules));
  return rules;
}

}  // namespace tfrec
