// SPDX-License-Identifier: Apache-2.0
#include "sets/summaries/box_summary.hpp"

#include <cmath>

namespace tfrec {

namespace {

// Of areas in pixels. Source: cocoapi, PythonAPI/pycocotools/cocoeval.py, areaRng.
constexpr double k_small_area = 32.0 * 32.0;
constexpr double k_medium_area = 96.0 * 96.0;

double side_of(std::span<const float> low, std::span<const float> high, std::size_t box) {
  const double side = static_cast<double>(high[box]) - static_cast<double>(low[box]);
  return side > 0 ? side : 0;  // also of NaN
}

}  // namespace

void BoxSummary::add(const RecordBoxes& record, std::optional<double> pixels) {
  const std::size_t count = record.count();
  ++images[count];
  boxes += count;
  for (std::size_t box = 0; box < count; ++box) {
    add_class(record, box);
    const double area = side_of(record.edge(BoxList::xmin), record.edge(BoxList::xmax), box) *
                        side_of(record.edge(BoxList::ymin), record.edge(BoxList::ymax), box) *
                        pixels.value_or(0);
    const bool is_known = area > 0 && std::isfinite(area);
    ++(!is_known              ? sizes.unknown
       : area < k_small_area  ? sizes.small
       : area < k_medium_area ? sizes.medium
                              : sizes.large);
  }
}

void BoxSummary::add_class(const RecordBoxes& record, std::size_t box) {
  const auto count_in = [&](auto& classes, const auto& key) {
    const auto known = classes.find(key);
    if (known != classes.end()) {
      ++known->second;
    } else if (classes.size() < k_most_classes) {
      classes.emplace(key, 1);
    } else {
      ++without_class;
    }
  };
  if (box < record.texts().size() && !record.texts()[box].empty()) {
    count_in(by_text, record.texts()[box].substr(0, k_longest_text));
  } else if (box < record.labels().size()) {
    count_in(by_id, record.labels()[box]);
  } else {
    ++without_class;
  }
}

void BoxSummary::add(const BoxSummary& other) {
  const auto add_to = [&](auto& classes, const auto& more) {
    for (const auto& [key, count] : more) {
      const bool is_full = classes.size() == k_most_classes && !classes.contains(key);
      (is_full ? without_class : classes[key]) += count;
    }
  };
  boxes += other.boxes;
  for (const auto& [count, records] : other.images) images[count] += records;
  sizes.small += other.sizes.small;
  sizes.medium += other.sizes.medium;
  sizes.large += other.sizes.large;
  sizes.unknown += other.sizes.unknown;
  add_to(by_text, other.by_text);
  add_to(by_id, other.by_id);
  without_class += other.without_class;
}

std::uint64_t BoxSummary::images_without() const {
  const auto none = images.find(0);
  return none == images.end() ? 0 : none->second;
}

std::uint64_t BoxSummary::images_with() const {
  std::uint64_t all = 0;
  for (const auto& [count, records] : images) all += records;
  return all - images_without();
}

std::uint64_t BoxSummary::median() const {
  const std::uint64_t all = images_with() + images_without();
  std::uint64_t so_far = 0;
  for (const auto& [count, records] : images) {
    so_far += records;
    if (2 * so_far >= all) return count;
  }
  return 0;
}

}  // namespace tfrec
