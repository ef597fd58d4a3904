// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "support/scenes/build_scene.hpp"

namespace tfrec::test {

/// A PPM of squares in random greys: no two of them look alike.
std::string squares_image(int width, int height, unsigned seed);

/// Images of squares with a table of their classes, and reports on the set.
class ReportScene : public BuildScene {
 public:
  /// image0.ppm … of classes cat and dog in turn.
  explicit ReportScene(unsigned images);

  /// Adds an image and its row.
  void add(const std::string& name, const std::string& content, const std::string& label);
  /// Builds the set `out` with these options; it must succeed.
  void build_set(const Words& more = {});
  /// tfrec report out -o report.html with these options.
  RunResult report_on(const Words& more = {}) const;
  std::string page() const { return scratch.read("report.html"); }

 private:
  std::string m_table = "image,label\n";
};

/// Whether the page has a section with this id.
bool has_section(const std::string& page, const std::string& id);

}  // namespace tfrec::test
