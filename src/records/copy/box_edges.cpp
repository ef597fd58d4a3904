// SPDX-License-Identifier: Apache-2.0
#include "records/copy/box_edges.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text/number.hpp"

namespace tfrec {

namespace {

using enum BoxValue;

/// What a float is, and along which axis.
struct Number {
  AxisValue value{};
  bool is_down = false;
};

Number number_of(BoxValue value) {
  switch (value) {
    case xmin:
    case ymin:
      return {AxisValue::low, value == ymin};
    case xmax:
    case ymax:
      return {AxisValue::high, value == ymax};
    case width:
    case height:
      return {AxisValue::length, value == height};
    default:
      return {AxisValue::centre, value == cy};
  }
}

/// What the floats of a form are.
std::vector<BoxValue> numbers_of(BoxValue form) {
  switch (form) {
    case xyxy:
      return {xmin, ymin, xmax, ymax};
    case yxyx:
      return {ymin, xmin, ymax, xmax};
    case xywh:
      return {xmin, ymin, width, height};
    case cxcywh:
      return {cx, cy, width, height};
    default:
      return {form};
  }
}

bool is_edge(BoxValue value) {
  return value == xmin || value == ymin || value == xmax || value == ymax;
}

/// The edges that two different values state, first the one that AxisValue has first.
AxisEdges edges_of(AxisValue first, double a, AxisValue second, double b) {
  using enum AxisValue;
  if (first == low) return {a, second == high ? b : second == length ? a + b : 2 * b - a};
  if (first == high) return {second == length ? a - b : 2 * b - a, a};
  return {b - a / 2, b + a / 2};
}

}  // namespace

BoxFeatures usual_box_features(const Schema& schema) {
  BoxFeatures found;
  for (const FeatureSummary& feature : schema.features()) {
    const std::string prefix = "image/object/bbox/";
    if (feature.kind != ListKind::float_list || !feature.name.starts_with(prefix)) continue;
    const auto form = box_form_named(feature.name.substr(prefix.size()));
    if (form && is_edge(form->value) && !form->in_pixels) found.emplace(feature.name, *form);
  }
  return found.size() == 4 ? found : BoxFeatures();
}

std::optional<BoxEdges> BoxEdges::of(const BoxFeatures& features) {
  BoxEdges boxes;
  boxes.m_features = features;
  for (const auto& [feature, form] : features) {
    const std::vector<BoxValue> numbers = numbers_of(form.value);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Number number = number_of(numbers[i]);
      (number.is_down ? boxes.m_down : boxes.m_across)
          .push_back({number.value, feature, numbers.size(), i, form.in_pixels});
    }
  }
  for (Axis* axis : {&boxes.m_across, &boxes.m_down}) {
    std::ranges::stable_sort(*axis, {}, &Source::value);
    const auto other = std::ranges::find_if(
        *axis, [&](const Source& source) { return source.value != axis->front().value; });
    if (other == axis->end()) return std::nullopt;
    std::rotate(axis->begin() + 1, other, other + 1);
  }
  return boxes;
}

const std::array<std::string, 4>& BoxEdges::headers() {
  static const std::array<std::string, 4> k_headers{"xmin", "ymin", "xmax", "ymax"};
  return k_headers;
}

/// Reads all lists; the length of the longest.
std::size_t BoxEdges::read(const ExampleView& example) {
  std::size_t count = 0;
  for (Axis* axis : {&m_across, &m_down}) {
    for (Source& source : *axis) {
      source.stored.clear();
      const FeatureView* feature = example.find(source.feature);
      if (feature == nullptr || feature->kind != ListKind::float_list) continue;
      example.read(*feature, m_floats);
      for (std::size_t i = source.place; i < m_floats.size(); i += source.stride)
        source.stored.push_back(m_floats[i]);
      count = std::max(count, source.stored.size());
    }
  }
  return count;
}

std::size_t BoxEdges::count(const ExampleView& example) {
  return read(example);
}

/// NaN where lists are too short.
AxisEdges BoxEdges::edges(const Axis& axis, std::size_t box, double side) {
  const auto stored = [&](const Source& source) {
    return box < source.stored.size() ? source.stored[box] : std::nanf("");
  };
  const auto unit = [&](const Source& source) { return source.in_pixels ? 1 : side; };
  EdgeSearch by_two;
  EdgeSearch by_all;
  for (std::size_t i = 0; i < axis.size(); ++i) {
    by_all.add(axis[i].value, stored(axis[i]), unit(axis[i]));
    if (i < 2) by_two.add(axis[i].value, stored(axis[i]), unit(axis[i]));
  }
  for (const EdgeSearch* search : {&by_all, &by_two}) {
    if (const auto found = search->find({0, side})) return *found;
  }
  if (const auto outside = by_two.find({})) return *outside;
  const Source& first = axis[0];
  const Source& second = axis[1];
  return edges_of(first.value, stored(first) * unit(first), second.value, stored(second) * unit(second));
}

std::vector<std::vector<std::string>> BoxEdges::rows(const ExampleView& example, const Extent& size) {
  std::vector<std::vector<std::string>> rows(read(example));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const AxisEdges x = edges(m_across, i, size.width);
    const AxisEdges y = edges(m_down, i, size.height);
    rows[i] = {number_text(x.low), number_text(y.low), number_text(x.high), number_text(y.high)};
  }
  return rows;
}

}  // namespace tfrec
