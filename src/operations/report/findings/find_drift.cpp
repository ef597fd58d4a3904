// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "operations/report/findings/set_rows.hpp"
#include "operations/report/findings/thresholds.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_drifts = 20;

/// Sums of one property over some images.
struct Sums {
  double count = 0;
  double sum = 0;
  double squares = 0;
  double shown = 0;  // the sum of the values that people read

  /// `value` is compared, `shown_value` is what it stands for.
  void add(double value, double shown_value) {
    if (std::isnan(value)) return;
    ++count;
    sum += value;
    squares += value * value;
    shown += shown_value;
  }
  Sums without(const Sums& part) const {
    return {count - part.count, sum - part.sum, squares - part.squares, shown - part.shown};
  }
  void add(const Sums& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
    shown += other.shown;
  }
  double mean() const { return sum / count; }
  double variance() const { return std::max(0.0, squares / count - mean() * mean()); }
};

/// What is compared of a group of images.
struct Group {
  std::array<Sums, k_properties> properties{};
  std::vector<double> labels;
  double labelled = 0;

  void add(const Group& other) {
    for (std::size_t i = 0; i < k_properties; ++i) properties[i].add(other.properties[i]);
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] += other.labels[i];
    labelled += other.labelled;
  }
};

double images_of(const Group& group) {
  return group.properties[static_cast<std::size_t>(Property::width)].count;
}

/// Sizes and bytes spread over powers of ten: their logarithms are compared.
double scaled(Property property, double value) {
  const bool is_of_scale = property == Property::width || property == Property::height ||
                           property == Property::aspect || property == Property::bytes ||
                           property == Property::density;
  return is_of_scale ? std::log(value) : value;
}

Group group_of(const SetRows& set, std::size_t shard) {
  Group group;
  group.labels.resize(set.labels);
  for (const ImageRow& row : set.of_shard(shard)) {
    if (row.label != ImageRow::k_no_label) {
      ++group.labels[row.label];
      ++group.labelled;
    }
    for (const Property property : all_properties()) {
      if (property == Property::place) continue;
      const double value = value_of(row, property);
      group.properties[static_cast<std::size_t>(property)].add(scaled(property, value), value);
    }
  }
  return group;
}

/// How far the difference of the means may be off. The larger of two estimates: by the spread of all, and by
/// each group's own, which a single extreme image here makes large.
double standard_error(const Sums& here, const Sums& other, double deviation) {
  const double of_all = deviation * std::sqrt(1 / here.count + 1 / other.count);
  return std::max(of_all, std::sqrt(here.variance() / here.count + other.variance() / other.count));
}

/// The property's mean here and elsewhere; nothing if the difference is small or may be chance.
std::optional<Drift> compared(const Sums& here, const Sums& all, Property property) {
  const Sums other = all.without(here);
  if (std::min(here.count, other.count) < static_cast<double>(k_drift_least_images)) return std::nullopt;
  const double deviation =
      std::sqrt((here.variance() * here.count + other.variance() * other.count) / all.count);
  const double difference = here.mean() - other.mean();
  // Of properties with hardly any spread the differences are noise of one step.
  const double least = 0.002 * std::max(std::abs(here.mean()), std::abs(other.mean())) + 1e-9;
  if (std::abs(difference) <= least) return std::nullopt;
  const double effect = deviation > 0 ? difference / deviation : std::copysign(99.0, difference);
  const double error = standard_error(here, other, std::max(deviation, least));
  if (std::abs(effect) < k_drift_effect || std::abs(difference) < k_drift_deviations * error)
    return std::nullopt;
  return Drift{.group = {},
               .property = property,
               .here = here.shown / here.count,
               .elsewhere = other.shown / other.count,
               .effect = std::clamp(effect, -99.0, 99.0)};
}

/// How a class is shared between some images and all others, in records.
struct ClassCounts {
  double here = 0;
  double all = 0;
};

/// The classes that a chi-squared test can use: those expected here less than five times count as one,
/// without a label.
class ClassTest {
 public:
  ClassTest(const Group& here, const Group& all) : m_here(here.labelled), m_all(all.labelled) {
    ClassCounts rare;
    for (std::size_t label = 0; label < all.labels.size(); ++label) {
      const ClassCounts counts{here.labels[label], all.labels[label]};
      if (expected(counts) >= k_drift_least_expected) {
        take_largest(label, counts);
        add(counts);
      } else {
        rare.here += counts.here;
        rare.all += counts.all;
      }
    }
    if (expected(rare) >= k_drift_least_expected) add(rare);
  }

  /// Nothing if the difference is small or may be chance.
  std::optional<Drift> drift() const {
    const double freedom = m_classes - 1;
    if (freedom < 1 || m_distance - m_chance < k_drift_class_distance) return std::nullopt;
    // Without replacement: the spread shrinks by the share of the images that are here.
    const double chi_squared = m_chi_squared / (1 - m_here / m_all);
    if (chi_squared < freedom + k_drift_deviations * std::sqrt(2 * freedom)) return std::nullopt;
    Drift found = m_largest;
    found.effect = m_distance;
    return found;
  }

 private:
  double others() const { return m_all - m_here; }
  double expected(const ClassCounts& counts) const { return counts.all * m_here / m_all; }
  double difference(const ClassCounts& counts) const {
    return std::abs(counts.here / m_here - (counts.all - counts.here) / others());
  }

  void add(const ClassCounts& counts) {
    const double share = counts.all / m_all;
    const double error = std::sqrt(share * (1 - share) * (1 / m_here + 1 / others()));
    const double missed = counts.here - expected(counts);
    ++m_classes;
    m_distance += difference(counts) / 2;
    m_chance +=
        std::sqrt(2 / std::numbers::pi) * error / 2;  // the mean of a normal distribution's absolute value
    m_chi_squared += missed * missed / expected(counts);
  }

  void take_largest(std::size_t label, const ClassCounts& counts) {
    if (difference(counts) <= m_most) return;
    m_most = difference(counts);
    m_largest.label = label;
    m_largest.here = 100 * counts.here / m_here;
    m_largest.elsewhere = 100 * (counts.all - counts.here) / others();
  }

  double m_here;
  double m_all;
  double m_classes = 0;
  double m_distance = 0;
  double m_chance = 0;  // the distance that chance alone is expected to make
  double m_chi_squared = 0;
  double m_most = -1;
  Drift m_largest;
};

/// The classes' shares here and elsewhere, by a chi-squared test.
std::optional<Drift> compared_labels(const Group& here, const Group& all) {
  const double least = std::min(here.labelled, all.labelled - here.labelled);
  if (least < static_cast<double>(k_drift_least_images)) return std::nullopt;
  return ClassTest(here, all).drift();
}

void compare(const Group& here, const Group& all, const std::string& name, bool is_split,
             std::vector<Drift>& found) {
  const auto add = [&](std::optional<Drift> drift) {
    if (!drift) return;
    drift->group = name;
    drift->is_split = is_split;
    found.push_back(std::move(*drift));
  };
  for (const Property property : all_properties()) {
    const auto place = static_cast<std::size_t>(property);
    add(compared(here.properties[place], all.properties[place], property));
  }
  add(compared_labels(here, all));
}

}  // namespace

std::vector<Drift> find_drift(const SetRows& set, const std::vector<ReportShard>& shards,
                              const std::vector<std::string>& splits) {
  std::vector<Group> of_split(set.splits);
  Group all;
  all.labels.resize(set.labels);
  for (Group& group : of_split) group.labels.resize(set.labels);
  for (std::size_t shard = 0; shard < set.shards(); ++shard) {
    const Group group = group_of(set, shard);
    of_split[set.split_of[shard]].add(group);
    all.add(group);
  }
  std::vector<Drift> found;
  for (std::size_t split = 0; split < splits.size(); ++split) {
    // Of two splits the smaller one differs from the other.
    const double doubled = 2 * images_of(of_split[split]);
    const bool is_other = doubled > images_of(all) || (doubled == images_of(all) && split == 1);
    if (splits.size() != 2 || !is_other) compare(of_split[split], all, splits[split], true, found);
  }
  // A shard is compared with the others of its split: what the split has is not reported again.
  for (std::size_t shard = 0; shard < set.shards(); ++shard)
    compare(group_of(set, shard), of_split[set.split_of[shard]], shards[shard].path, false, found);
  std::ranges::stable_sort(found, [](const Drift& a, const Drift& b) {
    if (a.is_split != b.is_split) return a.is_split;
    return std::abs(a.effect) > std::abs(b.effect);
  });
  found.resize(std::min(found.size(), k_most_drifts));
  return found;
}

}  // namespace tfrec
