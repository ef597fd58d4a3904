// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/box_table.hpp"

#include <sstream>

#include "example/example_view.hpp"
#include "support/scenes/stored_records.hpp"

namespace tfrec::test {

namespace {

/// The boxes of a record as text, one line each: class, id, xmin, ymin, xmax, ymax.
std::string boxes_of(const ExampleView& view) {
  const auto names = values_of<std::string_view>(view, "class/text");
  const auto ids = values_of<std::int64_t>(view, "class/label");
  const auto xmin = values_of<float>(view, "bbox/xmin");
  const auto ymin = values_of<float>(view, "bbox/ymin");
  const auto xmax = values_of<float>(view, "bbox/xmax");
  const auto ymax = values_of<float>(view, "bbox/ymax");
  for (const std::size_t size : {ids.size(), xmin.size(), ymin.size(), xmax.size(), ymax.size()})
    REQUIRE(size == names.size());
  std::ostringstream text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text << names[i] << ' ' << ids[i] << ' ' << xmin[i] << ' ' << ymin[i] << ' ' << xmax[i] << ' ' << ymax[i]
         << '\n';
  }
  return text.str();
}

}  // namespace

BoxTable::BoxTable(const Words& names) : BuildScene({"--labels", "labels.csv", "--name", "f"}) {
  for (unsigned i = 0; i < names.size(); ++i) image(names[i], jpeg_image(200, 100, i + 1));
}

BoxTable::Stored BoxTable::boxes(const Words& more, const std::string& out) {
  const RunResult result = build(Words{"--layout", "detection"} + more, out);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  printed = result.err;
  Stored found;
  for (const std::string& payload : payloads_in(scratch / out)) {
    ExampleView view;
    REQUIRE(view.parse(payload));
    std::vector<std::string_view> name;
    view.read(*view.find("image/filename"), name);
    found[std::string(name.at(0))] = boxes_of(view);
  }
  CHECK(run({"verify", out, "-q"}).exit_code == 0);
  return found;
}

}  // namespace tfrec::test
