// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dataset/boxes/box.hpp"
#include "example/box_form.hpp"
#include "example/example_view.hpp"
#include "example/schema.hpp"

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

  /// The edges of each box in pixels of the upright image, from (0, 0): build makes the stored values of them
  /// again. `stored` is the record's image.
  std::vector<std::vector<std::string>> rows(const ExampleView& example, const SourceFrame& stored);
  /// How many boxes the record has.
  std::size_t count(const ExampleView& example);

  const BoxFeatures& features() const { return m_features; }
  /// Features whose values follow from the edges, but may differ in the last digit.
  std::vector<std::string> rounded_features() const;

 private:
  /// A value of each box, in a list of one or four floats a box.
  struct Source {
    std::string feature;
    std::size_t stride = 1;
    std::size_t place = 0;
    bool in_pixels = false;
  };
  /// The values that give both edges of an axis.
  struct Axis {
    BoxValue low, high, length, centre;
  };
  /// In pixels.
  struct Side {
    double low = 0;
    double high = 0;
  };
  static const std::array<Axis, 2> k_axes;  // across, down

  std::vector<BoxValue> used_of(const Axis& axis) const;
  std::vector<double> pixels(BoxValue value, const ExampleView& example, double side);
  std::vector<Side> edges(const Axis& axis, const ExampleView& example, double side);
  std::string text(double pixels, double side, const Axis& axis, int orientation) const;

  BoxFeatures m_features;
  std::map<BoxValue, Source> m_sources;
  std::vector<float> m_floats;
};

}  // namespace tfrec
