// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
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

  void add(double value) {
    if (std::isnan(value)) return;
    ++count;
    sum += value;
    squares += value * value;
  }
  Sums without(const Sums& part) const {
    return {count - part.count, sum - part.sum, squares - part.squares};
  }
  void add(const Sums& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
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

double unscaled(Property property, double value) {
  return scaled(property, 1) == 0 && scaled(property, std::exp(1.0)) == 1 ? std::exp(value) : value;
}

Group group_of(const SetRows& set, std::size_t shard) {
  Group group;
  group.labels.resize(set.classes);
  for (const ImageRow& row : set.of_shard(shard)) {
    if (row.label != ImageRow::k_no_label) {
      ++group.labels[row.label];
      ++group.labelled;
    }
    for (const Property property : all_properties()) {
      if (property != Property::place)
        group.properties[static_cast<std::size_t>(property)].add(scaled(property, value_of(row, property)));
    }
  }
  return group;
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
  const double error = std::max(deviation, least) * std::sqrt(1 / here.count + 1 / other.count);
  if (std::abs(effect) < k_drift_effect || std::abs(difference) < k_drift_deviations * error)
    return std::nullopt;
  return Drift{.group = {},
               .property = property,
               .here = unscaled(property, here.mean()),
               .elsewhere = unscaled(property, other.mean()),
               .effect = std::clamp(effect, -99.0, 99.0)};
}

/// The classes' shares here and elsewhere, by a chi-squared test.
std::optional<Drift> compared_labels(const Group& here, const Group& all) {
  const double others = all.labelled - here.labelled;
  if (std::min(here.labelled, others) < static_cast<double>(k_drift_least_images)) return std::nullopt;
  double distance = 0;
  double chi_squared = 0;
  double classes = 0;
  double most = -1;
  Drift drift;
  for (std::size_t label = 0; label < all.labels.size(); ++label) {
    if (all.labels[label] == 0) continue;
    ++classes;
    const double share = here.labels[label] / here.labelled;
    const double other = (all.labels[label] - here.labels[label]) / others;
    const double expected = all.labels[label] * here.labelled / all.labelled;
    distance += std::abs(share - other) / 2;
    chi_squared += (here.labels[label] - expected) * (here.labels[label] - expected) / expected;
    if (std::abs(share - other) <= most) continue;
    most = std::abs(share - other);
    drift.label = label;
    drift.here = 100 * share;
    drift.elsewhere = 100 * other;
  }
  const double freedom = classes - 1;
  if (freedom < 1 || distance < k_drift_class_distance) return std::nullopt;
  if (chi_squared < freedom + k_drift_deviations * std::sqrt(2 * freedom)) return std::nullopt;
  drift.effect = distance;
  return drift;
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
  all.labels.resize(set.classes);
  for (Group& group : of_split) group.labels.resize(set.classes);
  for (std::size_t shard = 0; shard < set.shards(); ++shard) {
    const Group group = group_of(set, shard);
    of_split[set.split_of[shard]].add(group);
    all.add(group);
  }
  std::vector<Drift> found;
  for (std::size_t split = 0; split < splits.size(); ++split) {
    // Of two splits the smaller one differs from the other.
    const bool is_larger_of_two = splits.size() == 2 && 2 * images_of(of_split[split]) > images_of(all);
    if (!is_larger_of_two) compare(of_split[split], all, splits[split], true, found);
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
