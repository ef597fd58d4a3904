// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "example/box_form.hpp"
#include "example/example_view.hpp"
#include "example/schema.hpp"
#include "image/resize_options.hpp"
#include "records/copy/edge_search.hpp"

namespace tfrec {

/// Features of boxes and their forms, by name.
using BoxFeatures = std::map<std::string, BoxForm>;

/// The features that TensorFlow's Object Detection API reads, if all four are there; else none.
/// Source: object_detection/data_decoders/tf_example_decoder.py.
BoxFeatures usual_box_features(const Schema& schema);

/// The edges of a record's boxes from its features, and as a table shows them.
class BoxEdges {
 public:
  /// Nothing if the features do not give all four edges.
  static std::optional<BoxEdges> of(const BoxFeatures& features);

  /// The columns of the table, in the order of a row's cells.
  static const std::array<std::string, 4>& headers();

  /// The edges of each box in pixels, from (0, 0): build makes the stored values of them again. `size` is
  /// that of the record's image as stored: its EXIF orientation is not applied.
  std::vector<std::vector<std::string>> rows(const ExampleView& example, const Extent& size);
  /// How many boxes the record has.
  std::size_t count(const ExampleView& example);

  const BoxFeatures& features() const { return m_features; }

 private:
  /// One value of each box, in a list of one or four floats a box.
  struct Source {
    AxisValue value{};
    std::string feature;
    std::size_t stride = 1;
    std::size_t place = 0;
    bool in_pixels = false;
    std::vector<float> stored{};  // of the record that was read last
  };
  /// The values of one axis. The first two differ and give both edges.
  using Axis = std::vector<Source>;

  std::size_t read(const ExampleView& example);
  static AxisEdges edges(const Axis& axis, std::size_t box, double side);

  BoxFeatures m_features;
  Axis m_across;
  Axis m_down;
  std::vector<float> m_floats;
};

}  // namespace tfrec
