// SPDX-License-Identifier: Apache-2.0
#include "records/copy/record_boxes.hpp"

#include <algorithm>

namespace tfrec {

namespace {

constexpr std::string_view k_box_prefix = "image/object/";
constexpr std::string_view k_edges_prefix = "image/object/bbox";
constexpr std::array<std::string_view, 6> k_box_features{
    "image/object/bbox/xmin", "image/object/bbox/xmax",  "image/object/bbox/ymin",
    "image/object/bbox/ymax", "image/object/class/text", "image/object/class/label"};
// Other lists, such as those of masks and key points, need not have one value per box.
constexpr std::array<std::string_view, 9> k_other_box_lists{
    "area", "depiction", "difficult", "group_of", "is_crowd", "occluded", "truncated", "view", "weight"};

template <class Value>
void read_list(const ExampleView& example, const FeatureView* feature, ListKind kind,
               std::vector<Value>& values) {
  values.clear();
  if (feature != nullptr && feature->kind == kind) example.read(*feature, values);
}

}  // namespace

std::string_view feature_name(BoxList list) {
  return k_box_features[static_cast<std::size_t>(list)];
}

ListKind expected_kind(BoxList list) {
  if (list == BoxList::text) return ListKind::bytes;
  return list == BoxList::label ? ListKind::int64_list : ListKind::float_list;
}

bool RecordBoxes::read(const ExampleView& example) {
  const std::span<const FeatureView> features = example.features_from(k_box_prefix);
  if (features.empty() || !features.front().name.starts_with(k_box_prefix)) return false;
  m_features.fill(nullptr);
  m_others.clear();
  bool has_other_form = false;
  for (const FeatureView& feature : features) {
    if (!feature.name.starts_with(k_box_prefix)) break;
    const auto list = std::ranges::find(k_box_features, feature.name);
    if (list != k_box_features.end()) {
      m_features[static_cast<std::size_t>(list - k_box_features.begin())] = &feature;
    } else if (feature.name.starts_with(k_edges_prefix)) {
      has_other_form = true;
    } else if (std::ranges::binary_search(k_other_box_lists, feature.name.substr(k_box_prefix.size()))) {
      m_others.push_back(&feature);
    }
  }
  const bool has_any =
      std::ranges::any_of(m_features, [](const FeatureView* found) { return found != nullptr; });
  if (!has_edges() && (has_other_form || !has_any)) return false;
  for (const BoxList edge : k_box_edges)
    read_list(example, feature(edge), ListKind::float_list, m_edges[place(edge)]);
  read_list(example, feature(BoxList::text), ListKind::bytes, m_texts);
  read_list(example, feature(BoxList::label), ListKind::int64_list, m_labels);
  return true;
}

bool RecordBoxes::has_edges() const {
  return std::ranges::any_of(k_box_edges, [&](BoxList edge) { return feature(edge) != nullptr; });
}

std::size_t RecordBoxes::count() const {
  std::size_t least = m_edges.front().size();
  for (const std::vector<float>& edge : m_edges) least = std::min(least, edge.size());
  return least;
}

}  // namespace tfrec
