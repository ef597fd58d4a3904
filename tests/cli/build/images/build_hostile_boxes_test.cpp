// SPDX-License-Identifier: Apache-2.0
// Tables that would give wrong boxes, or none, if they were read carelessly.
#include <chrono>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/stored_records.hpp"

using namespace tfrec::test;

namespace {

/// Three images of 40x40 pixels.
class HostileBoxes : public BuildScene {
 public:
  HostileBoxes() : BuildScene({"--labels", "labels.csv", "--name", "f"}) { images(3, {""}, 40); }

  void rows(const std::string& text) const { table("image,class,xmin,ymin,xmax,ymax,scene\n" + text); }
  Words detection(const Words& more = {}) const { return Words{"--layout", "detection"} + more; }
};

/// Two rows for each image; scene is the same in both.
std::string good_rows() {
  return "0.jpg,cat,4,8,20,40,in\n0.jpg,cat,0,0,10,10,in\n1.jpg,dog,1,1,9,9,out\n1.jpg,dog,2,2,9,9,out\n";
}

}  // namespace

TEST_CASE("build: cells that are not the numbers of a box are faults, however they are spelled") {
  const HostileBoxes boxes;
  std::string text = "0.jpg,cat,4,8,20,40,in\n";
  const Words cells{"nan",       "NaN",   "NAN",       "-nan", "n/a", "inf",
                    "-Infinity", "1e309", "\"1e5,3\"", "0x10", "",    " "};
  for (const std::string& cell : cells) text += "1.jpg,cat," + cell + ",1,30,30,in\n";
  boxes.rows(text);
  const Json set = boxes.report(boxes.detection({"--boxes", "xmin,ymin,xmax,ymax", "--bad-boxes", "clip"}));
  CHECK(set["boxes"]["boxes"] == 1);
  CHECK(set["boxes"]["boxes_dropped"] == cells.size());
}

TEST_CASE("build: a box too narrow for its edges to differ as floats is a fault") {
  const HostileBoxes boxes;
  boxes.rows("0.jpg,cat,10.00000001,10,10.00000002,20,in\n0.jpg,cat,1,1,2,2,in\n");
  boxes.fails(boxes.detection(), 1, "labels.csv:2: '0.jpg': the box has no area in the image\n");
  CHECK(boxes.report(boxes.detection({"--bad-boxes", "clip"}))["boxes"]["boxes"] == 1);
}

TEST_CASE("build: options of boxes are refused if no feature stores boxes") {
  const HostileBoxes boxes;
  boxes.rows(good_rows());
  const std::string why =
      " has no effect: no feature stores boxes\ntfrec: hint: to store boxes: --layout detection";
  const std::vector<Words> given{{"--boxes", "xmin,ymin,xmax,ymax"},
                                 {"--box-format", "xyxy"},
                                 {"--box-units", "pixels"},
                                 {"--box-origin", "1"},
                                 {"--bad-boxes", "clip"},
                                 {"--min-visible", "0.5"},
                                 {"--box-size", "scale"}};
  for (const Words& option : given) boxes.fails(option, 2, option.front() + why);
}

TEST_CASE("build: a column of boxes or of their classes has no other use") {
  const HostileBoxes boxes;
  boxes.rows(good_rows());
  const auto refused = [&](const Words& more, const std::string& column, const std::string& use) {
    boxes.fails(boxes.detection(more), 2, "column '" + column + "' is used for boxes, and for " + use + "\n");
  };
  refused({"--per-image", "class"}, "class", "--per-image");
  refused({"--per-image", "ymax"}, "ymax", "--per-image");
  refused({"--group", "class", "--label-column", "class"}, "class", "--group");
  refused({"--split-column", "class", "--label-column", "class"}, "class", "--split-column");
  refused({"--label-column", "xmin"}, "xmin", "their classes");
  refused({"--boxes", "image,ymin,xmax,ymax"}, "image", "the names of images");
  boxes.fails(boxes.detection({"--boxes", "xmin,ymin,xmin,ymax"}), 2, "--boxes: names column 'xmin' twice");
}

TEST_CASE("build: a class of the image beside boxes is not taken for the class of boxes") {
  const HostileBoxes boxes;
  boxes.rows("0.jpg,cat,4,8,20,40,\n0.jpg,cat,0,0,10,10,\n1.jpg,dog,1,1,9,9,out\n");
  const Json set = boxes.report({"--feature", "image=jpeg", "--feature", "scene=bytes:scene", "--feature",
                                 "scene_id=index:scene", "--feature", "box=boxes:xyxy", "--feature",
                                 "class=index:class", "--per-image", "scene", "--missing", "scene=none"});
  CHECK(set["boxes"]["boxes"] == 3);
  CHECK(values_in(boxes.scratch / "out", "scene").size() == 2);
}

TEST_CASE("build: rows that spell the name of an image differently are one image with all their boxes") {
  const HostileBoxes boxes;
  boxes.rows(
      "0.jpg,cat,4,8,20,40,in\n./0.jpg,dog,0,0,10,10,in\n0,cat,1,1,9,9,in\n./0.jpg,dog,0,0,10,10,in\n");
  boxes.fails(boxes.detection(), 1, "labels.csv:5: '0.jpg': an earlier row has the same box and class\n");
  const Json set = boxes.report(boxes.detection({"--bad-boxes", "drop"}));
  CHECK(set["records"] == 1);
  CHECK(set["boxes"]["boxes"] == 3);
}

TEST_CASE("build: boxes of bad images do not count, and those of the others are stored") {
  const HostileBoxes boxes;
  const std::string whole = boxes.scratch.read("images/1.jpg");
  boxes.scratch.write("images/1.jpg", whole.substr(0, whole.size() / 2));
  boxes.scratch.write("images/2.jpg", "no image");
  boxes.rows("0.jpg,cat,4,8,20,40,in\n1.jpg,dog,1,1,9,9,in\n2.jpg,dog,1,1,9000,9,in\n2.jpg,dog,1,1,2,9,in\n");
  const Json set = boxes.report(boxes.detection({"--max-bad", "2"}));
  CHECK(set["records"] == 1);
  CHECK(set["boxes"]["boxes"] == 1);
  CHECK(set["classes"][0]["records"] == Json::array({1, 0}));
}

TEST_CASE("build: a set is not up to date after one box changed, and is replaced by that of a new build") {
  const HostileBoxes boxes;
  // Images of the same tick of the clock as the set count as newer.
  for (const auto& image : std::filesystem::directory_iterator(boxes.scratch / "images"))
    std::filesystem::last_write_time(image.path(), image.last_write_time() - std::chrono::seconds(1));
  boxes.rows("0.jpg,cat,4,8,20,40,in\n1.jpg,dog,1,1,9,9,in\n");
  boxes.report(boxes.detection());
  boxes.rows("0.jpg,cat,4,8,20,40,in\n1.jpg,dog,1,1,9,8,in\n");
  const RunResult refused = boxes.build(boxes.detection({"-q"}));
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("cells of its rows differ"));
  boxes.report(boxes.detection({"--overwrite"}));
  boxes.report(boxes.detection(), "new");
  CHECK(boxes.shards() == boxes.shards("new"));
}

TEST_CASE("build: a box in fractions among boxes in pixels gets a warning") {
  const HostileBoxes boxes;
  const std::string pixels = "0.jpg,cat,4,8,20,40,in\n1.jpg,cat,5,8,20,40,in\n";
  boxes.rows(pixels + "2.jpg,dog,0.25,0.5,1,1,in\n");
  const std::string warning = "warning: boxes are probably in pixels";
  CHECK_THAT(boxes.build(boxes.detection({"-q"})).err, ContainsSubstring(warning));
  boxes.rows(pixels + "2.jpg,dog,0,0,1,1,in\n1.jpg,dog,0.5,0.5,7,7,in\n");
  CHECK_THAT(boxes.build(boxes.detection({"-q"}), "whole").err, !ContainsSubstring(warning));
}

TEST_CASE("build: one number above 1 made pixels of a table of fractions, and each box a point") {
  const HostileBoxes boxes;
  boxes.rows("0.jpg,cat,0.1,0.2,0.5,0.6,in\n1.jpg,cat,0.3,0.25,1.12,0.75,in\n2.jpg,dog,0.25,0.5,1,1,in\n");
  const RunResult refused = boxes.build(boxes.detection({"-q"}));
  CHECK(refused.exit_code == 2);
  CHECK_THAT(
      refused.err,
      ContainsSubstring("boxes are in pixels or in fractions of the image: of 12 numbers, 10 are not whole, "
                        "and 1 above 1.01\n"
                        "tfrec: hint: choose with --box-units fraction or --box-units pixels\n"));
  const RunResult fractions = boxes.build(boxes.detection({"-q", "--box-units", "fraction"}));
  CHECK(fractions.exit_code == 1);
  CHECK_THAT(fractions.err, ContainsSubstring("is outside the image"));
}
