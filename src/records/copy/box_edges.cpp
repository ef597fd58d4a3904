// SPDX-License-Identifier: Apache-2.0
#include "records/copy/box_edges.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/text/number.hpp"

namespace tfrec {

namespace {

using enum BoxValue;

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

/// The shortest decimal text for which `is_same` holds.
template <class IsSame>
std::string shortest(double value, const IsSame& is_same) {
  double unit = 1;
  for (int digits = 0; digits <= 6; ++digits, unit *= 10) {
    const double rounded = std::round(value * unit) / unit;
    if (is_same(rounded)) return number_text(rounded);
  }
  return number_text(value);
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

const std::array<BoxEdges::Axis, 2> BoxEdges::k_axes{Axis{xmin, xmax, width, cx},
                                                     Axis{ymin, ymax, height, cy}};

std::optional<BoxEdges> BoxEdges::of(const BoxFeatures& features) {
  BoxEdges boxes;
  boxes.m_features = features;
  for (const bool edges : {true, false}) {  // edges need no computing
    for (const auto& [feature, form] : features) {
      const std::vector<BoxValue> numbers = numbers_of(form.value);
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (is_edge(numbers[i]) == edges)
          boxes.m_sources.try_emplace(numbers[i], Source{feature, numbers.size(), i, form.in_pixels});
      }
    }
  }
  const auto is_known = [&](const Axis& axis) { return !boxes.used_of(axis).empty(); };
  return std::ranges::all_of(k_axes, is_known) ? std::optional(std::move(boxes)) : std::nullopt;
}

const std::array<std::string, 4>& BoxEdges::headers() {
  static const std::array<std::string, 4> k_headers{"xmin", "ymin", "xmax", "ymax"};
  return k_headers;
}

std::vector<std::string> BoxEdges::rounded_features() const {
  std::set<std::string> used;
  for (const Axis& axis : k_axes) {
    for (const BoxValue value : used_of(axis)) used.insert(m_sources.at(value).feature);
  }
  std::vector<std::string> rounded;
  for (const auto& [feature, form] : m_features) {
    if (!used.contains(feature)) rounded.push_back(feature);
  }
  return rounded;
}

std::vector<BoxValue> BoxEdges::used_of(const Axis& axis) const {
  const std::array<std::vector<BoxValue>, 4> choices{
      {{axis.low, axis.high}, {axis.low, axis.length}, {axis.high, axis.length}, {axis.centre, axis.length}}};
  for (const std::vector<BoxValue>& choice : choices) {
    if (std::ranges::all_of(choice, [&](BoxValue value) { return m_sources.contains(value); })) return choice;
  }
  return {};
}

/// A value of each box.
std::vector<double> BoxEdges::pixels(BoxValue value, const ExampleView& example, double side) {
  const Source& source = m_sources.at(value);
  const FeatureView* feature = example.find(source.feature);
  std::vector<double> values;
  if (feature == nullptr || feature->kind != ListKind::float_list) return values;
  example.read(*feature, m_floats);
  for (std::size_t i = source.place; i < m_floats.size(); i += source.stride)
    values.push_back(static_cast<double>(m_floats[i]) * (source.in_pixels ? 1 : side));
  return values;
}

/// NaN where lists are too short.
std::vector<BoxEdges::Side> BoxEdges::edges(const Axis& axis, const ExampleView& example, double side) {
  const std::vector<BoxValue> used = used_of(axis);
  std::vector<double> first = pixels(used[0], example, side);
  std::vector<double> second = pixels(used[1], example, side);
  const std::size_t count = std::max(first.size(), second.size());
  first.resize(count, std::nan(""));
  second.resize(count, std::nan(""));
  std::vector<Side> edges(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double a = first[i];
    const double b = second[i];
    if (used[1] == axis.high) {
      edges[i] = {a, b};
    } else if (used[0] == axis.low) {
      edges[i] = {a, a + b};
    } else if (used[0] == axis.high) {
      edges[i] = {a - b, a};
    } else {
      edges[i] = {a - b / 2, a + b / 2};
    }
  }
  return edges;
}

/// Short where the stored number stays the same.
std::string BoxEdges::text(double pixels, double side, const Axis& axis, int orientation) const {
  if (used_of(axis)[1] != axis.high || orientation != 1) return number_text(pixels);
  const double unit = m_sources.at(axis.low).in_pixels ? 1 : side;
  return shortest(pixels, [&](double rounded) {
    return static_cast<float>(rounded / unit) == static_cast<float>(pixels / unit);
  });
}

std::size_t BoxEdges::count(const ExampleView& example) {
  return std::max(edges(k_axes[0], example, 1).size(), edges(k_axes[1], example, 1).size());
}

std::vector<std::vector<std::string>> BoxEdges::rows(const ExampleView& example, const SourceFrame& stored) {
  const auto& [across, down] = k_axes;
  std::vector<Side> x = edges(across, example, stored.width);
  std::vector<Side> y = edges(down, example, stored.height);
  const std::size_t count = std::max(x.size(), y.size());
  x.resize(count, {std::nan(""), std::nan("")});
  y.resize(count, {std::nan(""), std::nan("")});
  const double width = stored.upright_width();
  const double height = stored.upright_height();
  std::vector<std::vector<std::string>> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    Box box{x[i].low, y[i].low, x[i].high, y[i].high};
    if (stored.orientation != 1) {
      box = upright_box({box.left / stored.width, box.top / stored.height, box.right / stored.width,
                         box.bottom / stored.height},
                        stored.orientation);
      box = {box.left * width, box.top * height, box.right * width, box.bottom * height};
    }
    rows[i] = {text(box.left, width, across, stored.orientation),
               text(box.top, height, down, stored.orientation),
               text(box.right, width, across, stored.orientation),
               text(box.bottom, height, down, stored.orientation)};
  }
  return rows;
}

}  // namespace tfrec
