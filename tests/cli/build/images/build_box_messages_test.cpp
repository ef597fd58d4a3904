// SPDX-License-Identifier: Apache-2.0
// What builds report about boxes that are stored, and which options need other boxes.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "support/scenes/box_table.hpp"

using namespace tfrec::test;

namespace {

const std::string k_header = "image,class,xmin,ymin,xmax,ymax\n";

}  // namespace

TEST_CASE("boxes up to a pixel outside the image are clipped, and counted") {
  BoxTable scene({"a.jpg", "b.jpg"});
  scene.table(k_header + "a.jpg,cat,0,0,200.6,100\nb.jpg,cat,0,0,201,101\n");
  const auto boxes = scene.boxes();
  CHECK(boxes.at("a.jpg") == "cat 1 0 0 1 1\n");
  CHECK(boxes.at("b.jpg") == "cat 1 0 0 1 1\n");
  CHECK_THAT(scene.printed, ContainsSubstring("tfrec: 2 boxes are up to one pixel outside the image "
                                              "(rounding) and are clipped\n"));
}

TEST_CASE("more than 100 boxes of an image are stored, with a warning: many readers drop some") {
  BoxTable scene({"a.jpg", "b.jpg"});
  std::string csv = k_header + "b.jpg,cat,1,1,9,9\n";
  for (int i = 0; i < 101; ++i) csv += "a.jpg,cat," + std::to_string(i) + ",0,150,50\n";
  scene.table(csv);
  const std::string stored = scene.boxes().at("a.jpg");
  CHECK(std::count(stored.begin(), stored.end(), '\n') == 101);
  CHECK_THAT(scene.printed,
             ContainsSubstring("tfrec: warning: 1 image has more than 100 boxes (at most 101); many readers "
                               "drop boxes beyond 100 (max_number_of_boxes)\n"));
  scene.table(csv.substr(0, csv.rfind("a.jpg")));
  scene.boxes({}, "fewer");
  CHECK_THAT(scene.printed, !ContainsSubstring("more than 100 boxes"));
}

TEST_CASE("splits and classes of boxes were both counted in rows, and contradicted each other") {
  const BoxTable scene({"a.jpg", "b.jpg", "c.jpg", "d.jpg"});
  scene.table(k_header +
              "a.jpg,cat,0,0,9,9\na.jpg,cat,5,5,9,9\na.jpg,dog,6,6,9,9\n"
              "b.jpg,cat,0,0,9,9\nc.jpg,dog,0,0,9,9\nd.jpg,dog,0,0,9,9\n");
  const RunResult built =
      scene.build({"--layout", "detection", "--split", "train=0.5,val=0.5", "--dedupe", "ignore"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.out, ContainsSubstring("splits   sizes differ from their shares by less than one image"));
  CHECK_THAT(built.out, ContainsSubstring("classes  2 of 'class' (classes.txt), boxes of each: cat 3 ("));
  scene.table("image,class\na.jpg,x\nb.jpg,y\nb.jpg,x\nc.jpg,y\nd.jpg,x\n");
  const Json lists =
      scene.report({"--record-per", "image", "--split", "train=0.5,val=0.5", "--dedupe", "ignore"}, "lists");
  CHECK(lists["largest_deviation"] == "sizes differ from their shares by less than one image");
}

TEST_CASE("options about pixels refuse boxes that are fractions") {
  const BoxTable scene({"a.jpg"});
  scene.table(k_header + "a.jpg,cat,0,0,0.5,0.5\n");
  const std::string end = " needs boxes in pixels, and these are fractions\n";
  scene.fails({"--layout", "detection", "--box-origin", "1"}, 2, "tfrec: error: --box-origin 1" + end);
  scene.fails({"--layout", "detection", "--box-size", "scale"}, 2, "tfrec: error: --box-size scale" + end);
  scene.table(k_header + "a.jpg,cat,0,0,50,50\n");
  scene.fails({"--layout", "detection", "--box-size", "scale"}, 2,
              "tfrec: error: labels.csv: --box-size scale needs the columns width and height\n");
}

TEST_CASE("a set that is up to date lists its faulty boxes with --json as the build did") {
  BoxTable scene({"a.jpg", "b.jpg"});
  scene.table(k_header + "a.jpg,cat,0,0,50,50\nb.jpg,dog,5,5,5,20\nb.jpg,dog,5,5,9,9\n");
  const Words words{"--layout", "detection", "--bad-boxes", "clip"};
  const Json first = scene.report(words);
  const Json again = scene.report(words);
  CHECK(first.contains("seconds"));
  CHECK(again.contains("seconds"));
  CHECK(first["bad_boxes"].dump() ==
        R"([{"row":3,"image":"b.jpg","reason":"left 5 is not less than right 5","action":"dropped"}])");
  CHECK(again["bad_boxes"] == first["bad_boxes"]);
}

TEST_CASE("A row without a box and its class, but with other cells: the hint did not name --per-image") {
  BoxTable scene({"a.jpg", "b.jpg"});
  const std::string csv =
      "image,class,xmin,ymin,xmax,ymax,camera\n"
      "a.jpg,cat,0,0,50,50,left\na.jpg,cat,5,5,60,60,left\nb.jpg,,,,,,right\n";
  scene.table(csv);
  scene.fails(
      {"--layout", "detection"}, 1,
      "(drop all faulty boxes); if rows without a box and a class are images without boxes: --per-image "
      "camera\n");
  const auto boxes = scene.boxes({"--per-image", "camera"});
  CHECK(boxes.at("a.jpg") == "cat 1 0 0 0.25 0.5\ncat 1 0.025 0.05 0.3 0.6\n");
  CHECK(boxes.at("b.jpg").empty());
  scene.table(csv + "b.jpg,,,,,,left\n");
  scene.fails({"--layout", "detection"}, 1, "--bad-boxes drop (drop all faulty boxes)\n");
}

TEST_CASE("Of the columns that extract writes, the hint named image/format as the class of boxes") {
  const BoxTable scene({"a.jpg", "b.jpg"});
  scene.table(
      "image,xmin,ymin,xmax,ymax,image/format,image/object/class/label,image/object/class/text\n"
      "a.jpg,0,0,50,50,jpeg,1,cat\nb.jpg,0,0,50,50,jpeg,2,dog\n");
  const RunResult built = scene.build({"--layout", "detection"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.out, ContainsSubstring("'image/object/class/text' (classes.txt), boxes of each: cat 1"));
  scene.table("image,xmin,ymin,xmax,ymax,camera,my_label\na.jpg,0,0,50,50,left,cat\n");
  scene.fails({"--layout", "detection"}, 2, "hint: choose with --label-column my_label\n");
}

TEST_CASE("The hint of boxes with a class that --classes lacks led to dropping them") {
  const BoxTable scene({"a.jpg"});
  scene.scratch.write("list.txt", "cat\n");
  scene.table(k_header + "a.jpg,kitten,0,0,9,9\n");
  const RunResult refused = scene.build({"--layout", "detection", "--classes", "list.txt"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err,
             ContainsSubstring("hint: if a class is new, add it to the list of --classes; else fix "
                               "the table, or use --bad-boxes clip"));
}
