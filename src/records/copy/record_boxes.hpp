// SPDX-License-Identifier: Apache-2.0
// The boxes of a record of any producer, by the feature names of TensorFlow's Object Detection API. Source:
// tensorflow/models, research/object_detection/data_decoders/tf_example_decoder.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"

namespace tfrec {

/// The lists of edges and classes.
enum class BoxList : std::uint8_t { xmin, xmax, ymin, ymax, text, label };
inline constexpr std::array k_box_edges{BoxList::xmin, BoxList::xmax, BoxList::ymin, BoxList::ymax};

/// "image/object/bbox/xmin".
std::string_view feature_name(BoxList list);
/// Floats of edges, bytes of texts, int64 of labels.
ListKind expected_kind(BoxList list);

/// Reads one record after another, and keeps its memory. Everything holds until the example is parsed again.
class RecordBoxes {
 public:
  /// False if the record has none of the lists of edges and classes, or boxes in another form; then nothing
  /// else holds.
  bool read(const ExampleView& example);

  /// Whether it has any list of edges.
  bool has_edges() const;
  /// Null if the record does not have it.
  const FeatureView* feature(BoxList list) const { return m_features[place(list)]; }
  /// Other features with one value per box, such as image/object/area.
  std::span<const FeatureView* const> others() const { return m_others; }

  /// Empty if the record does not have the list, or in another kind.
  std::span<const float> edge(BoxList list) const { return m_edges[place(list)]; }
  std::span<const std::string_view> texts() const { return m_texts; }
  std::span<const std::int64_t> labels() const { return m_labels; }
  /// Boxes with all four edges.
  std::size_t count() const;

 private:
  static std::size_t place(BoxList list) { return static_cast<std::size_t>(list); }

  std::array<const FeatureView*, 6> m_features{};
  std::array<std::vector<float>, 4> m_edges;
  std::vector<std::string_view> m_texts;
  std::vector<std::int64_t> m_labels;
  std::vector<const FeatureView*> m_others;
};

}  // namespace tfrec
