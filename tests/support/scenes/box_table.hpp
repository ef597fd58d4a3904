// SPDX-License-Identifier: Apache-2.0
// A set of layout detection, built from a table with boxes, and what its records store.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "example/example_view.hpp"
#include "support/scenes/build_scene.hpp"

namespace tfrec::test {

/// The values of image/object/FEATURE in a record.
template <class Value>
std::vector<Value> values_of(const ExampleView& view, const std::string& feature) {
  std::vector<Value> values;
  const FeatureView* found = view.find("image/object/" + feature);
  REQUIRE(found != nullptr);
  view.read(*found, values);
  return values;
}

/// Images of 200x100 pixels.
class BoxTable : public BuildScene {
 public:
  /// The boxes of each image by its name, one line each: class, id, xmin, ymin, xmax, ymax.
  using Stored = std::map<std::string, std::string>;

  explicit BoxTable(const Words& names);

  /// Builds layout detection, verifies the set, and reads it.
  Stored boxes(const Words& more = {}, const std::string& out = "out");

  std::string printed;  // on stderr, by the last build
};

}  // namespace tfrec::test
