// SPDX-License-Identifier: Apache-2.0
// Reports on raw pixels, on marks of several features, and on sets in the order of their classes.
#include <nlohmann/json.hpp>

#include "support/scenes/report_scene.hpp"

using namespace tfrec::test;

TEST_CASE("report: raw pixels of a set are images, from floats, too") {
  for (const std::string kind : {"raw-float32", "raw-uint8"}) {
    ReportScene scene(6);
    scene.build_set({"--feature", "pixels=" + kind, "--feature", "label=index:label"});
    const RunResult result = scene.report_on();
    CHECK(result.exit_code == 0);
    CHECK(result.out ==
          "report.html: 6 images in 1 shard, no findings, " + result.out.substr(result.out.rfind(", ") + 2));
    const std::string page = scene.page();
    CHECK_THAT(page, ContainsSubstring("Images are in feature <code>pixels</code>."));
    CHECK_THAT(page, ContainsSubstring("<span>60 × 45, raw, "));
    CHECK_THAT(page, !ContainsSubstring("can't be shown"));
  }
}

TEST_CASE("report: features that are 0 or 1 are the classes that an image has") {
  BuildScene scene({"--labels", "labels.csv", "--name", "f", "-q"});
  std::string csv = "image,indoor,night\n";
  for (unsigned i = 0; i < 8; ++i) {
    const std::string name = "i" + std::to_string(i) + ".ppm";
    scene.image(name, squares_image(60, 45, i));
    csv += name + (i % 2 == 0 ? ",0" : ",1") + (i < 6 ? ",0\n" : ",1\n");
  }
  scene.table(csv);
  const RunResult built = scene.build(
      {"--feature", "image=jpeg", "--feature", "indoor=int64:indoor", "--feature", "night=int64:night"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  REQUIRE(scene.run({"report", "out", "-o", "report.html", "-q"}).exit_code == 0);
  const std::string page = scene.scratch.read("report.html");
  CHECK_THAT(page, ContainsSubstring("Classes are in <code>indoor + night</code>."));
  CHECK_THAT(page, ContainsSubstring(">indoor</th><td class=\"n\">4</td>"));
  CHECK_THAT(page, ContainsSubstring(">night</th><td class=\"n\">2</td>"));
  CHECK_THAT(page, ContainsSubstring("<b>indoor, night</b>"));
}

TEST_CASE("report: a set in the order of its classes is a finding, with the command that mixes it") {
  BuildScene scene({"--name", "f", "--no-shuffle", "--shards", "2", "-q"});
  for (unsigned i = 0; i < 12; ++i)
    scene.image((i < 6 ? "cat/" : "dog/") + std::to_string(i) + ".ppm", squares_image(60, 45, i));
  const RunResult built = scene.build({"--layout", "flowers"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const RunResult result = scene.run({"report", "out", "-o", "report.html", "--json"});
  CHECK(result.exit_code == 0);
  CHECK(Json::parse(result.out)["findings"].dump() ==
        R"([{"section":"shards","message":"label class is sorted, not mixed"}])");
  const std::string command = "<code>tfrec reshard out --shuffle -o mixed</code>";
  CHECK_THAT(scene.scratch.read("report.html"), ContainsSubstring(command));
  CHECK(scene.run({"reshard", "out", "--shuffle", "-o", "mixed", "-q"}).exit_code == 0);
  CHECK(Json::parse(scene.run({"report", "mixed", "-o", "report.html", "--json"}).out)["findings"].empty());
}
