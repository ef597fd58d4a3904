// SPDX-License-Identifier: Apache-2.0
// Tables with a box in each row, through the real binary.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Three images of 40x40; the tutorial's columns, the first image in two rows.
class Boxes : public BuildScene {
 public:
  Boxes() : BuildScene({"--labels", "labels.csv", "--name", "f"}) {
    images(3, {""}, 40);
    rows("0.jpg,40,40,cat,4,8,20,40\n0.jpg,40,40,dog,0,0,10,10\n1.jpg,40,40,cat,10,10,30,30\n2.jpg,,,,,,,\n");
  }
  void rows(const std::string& text) const {
    table("filename,width,height,class,xmin,ymin,xmax,ymax\n" + text);
  }
  Json detection(const Words& more = {}, const std::string& out = "out") const {
    return report(Words{"--layout", "detection"} + more, out);
  }
};

std::string bad_row() {
  return "0.jpg,40,40,cat,4,8,20,48\n0.jpg,40,40,cat,9,9,5,12\n1.jpg,40,40,dog,10,10,30,30\n2.jpg,,,,,,,\n";
}

}  // namespace

TEST_CASE("build: the tutorial's table becomes the detection layout with one record per image") {
  const Boxes boxes;
  const Json set = boxes.detection();
  CHECK(set["records"] == 3);
  CHECK(set["boxes"]["boxes"] == 3);
  CHECK(set["boxes"]["images_without_boxes"] == 1);
  CHECK(set["boxes"]["boxes_per_image"] == Json({{"median", 1}, {"max", 2}}));
  CHECK(set["classes"][0]["names"] == Json::array({"cat", "dog"}));
  CHECK(set["classes"][0]["records"] == Json::array({2, 1}));
  CHECK(set["options"]["boxes"] == Json::array({"xmin", "ymin", "xmax", "ymax"}));
  CHECK(set["options"]["box-units"] == "pixels");
  CHECK(set["options"]["label-base"] == 1);
  CHECK(boxes.files().contains("label_map.pbtxt"));
  CHECK(boxes.build({"--layout", "detection"}).out == "up to date: out\n");
}

TEST_CASE("build: faulty boxes are an error that names each row and reason") {
  const Boxes boxes;
  boxes.rows(bad_row());
  const RunResult result = boxes.build({"--layout", "detection"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err,
             ContainsSubstring("labels.csv:2: '0.jpg': bottom 48 is outside the image of 40x40 pixels\n"));
  CHECK_THAT(result.err, ContainsSubstring("labels.csv:3: '0.jpg': left 9 is not less than right 5\n"));
  CHECK_THAT(result.err, ContainsSubstring("labels.csv: 2 boxes are faulty, see above\n"));
  CHECK_THAT(result.err, ContainsSubstring("--bad-boxes clip"));
}

TEST_CASE("plan: faulty boxes are counted in the summary") {
  const Boxes boxes;
  boxes.rows(bad_row());
  const RunResult result = boxes.run({"plan", "images", "--labels", "labels.csv", "--name", "f", "--layout",
                                      "detection", "--bad-boxes", "clip"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("is outside the image of 40x40 pixels; box clipped\n"));
  CHECK_THAT(result.err, ContainsSubstring("left 9 is not less than right 5; box dropped\n"));
  CHECK_THAT(result.out,
             ContainsSubstring("faulty   1 box clipped, 1 dropped; build will list them in bad-boxes.csv\n"));
}

TEST_CASE("build: thousands of faulty boxes were thousands of warnings beside bad-boxes.csv") {
  const Boxes boxes;
  std::string rows = "1.jpg,40,40,dog,10,10,30,30\n2.jpg,,,,,,,\n";
  for (int i = 0; i < 13; ++i) rows += "0.jpg,40,40,cat,9,9,5,12\n";
  boxes.rows(rows);
  const RunResult dropped = boxes.build({"--layout", "detection", "--bad-boxes", "drop"});
  CHECK(dropped.exit_code == 0);
  CHECK(count_of(dropped.err, "; box dropped\n") == 10);
  CHECK_THAT(dropped.err,
             ContainsSubstring("warning: and 3 more faulty boxes; the set's bad-boxes.csv lists all\n"));
  CHECK(count_of(boxes.scratch.read("out/bad-boxes.csv"), "dropped") == 13);
  const RunResult refused = boxes.build({"--layout", "detection"}, "none");
  CHECK(count_of(refused.err, "left 9 is not less than right 5\n") == 13);
}

TEST_CASE("build: --bad-boxes clip cuts boxes, drop leaves them out, and bad-boxes.csv lists them") {
  const Boxes boxes;
  boxes.rows(bad_row());
  const Json clipped = boxes.detection({"--bad-boxes", "clip"}, "clipped");
  CHECK(clipped["boxes"]["boxes"] == 2);
  CHECK(clipped["boxes"]["boxes_clipped"] == 1);
  CHECK(clipped["boxes"]["boxes_dropped"] == 1);
  CHECK(boxes.files("clipped").at("bad-boxes.csv") ==
        "row,image,reason,action\r\n"
        "2,0.jpg,bottom 48 is outside the image of 40x40 pixels,clipped\r\n"
        "3,0.jpg,left 9 is not less than right 5,dropped\r\n");
  const Json dropped = boxes.detection({"--bad-boxes", "drop"}, "dropped");
  CHECK(dropped["boxes"]["boxes"] == 1);
  CHECK(dropped["classes"][0]["names"] == Json::array({"dog"}));
  CHECK(boxes.run({"verify", "clipped", "dropped"}).exit_code == 0);
}

TEST_CASE("build: boxes in parts of a plan are those of one build") {
  const Boxes boxes;
  boxes.rows(bad_row());
  const Words options{"--layout", "detection", "--bad-boxes", "clip", "--size", "20x10", "--fit", "crop"};
  boxes.detection({"--bad-boxes", "clip", "--size", "20x10", "--fit", "crop"}, "whole");
  REQUIRE(
      boxes.run(Words{"plan", "images", "--labels", "labels.csv", "--name", "f", "-q", "-o", "p"} + options)
          .exit_code == 0);
  REQUIRE(boxes.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "parts", "-q"}).exit_code == 0);
  REQUIRE(boxes.run({"finish", "p", "-o", "parts", "-q"}).exit_code == 0);
  CHECK(boxes.files("parts") == boxes.files("whole"));
}

TEST_CASE("build: boxes under a layout without them stay columns, with a warning that names the layout") {
  const Boxes boxes;
  boxes.rows("0.jpg,40,40,cat,4,8,20,40\n1.jpg,40,40,cat,10,10,30,30\n2.jpg,40,40,dog,1,1,3,3\n");
  const RunResult result = boxes.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(
      result.err,
      ContainsSubstring("columns 'xmin', 'ymin', 'xmax', 'ymax' look like boxes, but are not stored as boxes "
                        "that follow their image; to store boxes, one record per image: tfrec build images "
                        "--labels labels.csv --layout detection -o out\n"));
}

TEST_CASE("build: units of boxes are guessed and reported, with a warning if few numbers decide") {
  const Boxes boxes;
  boxes.table("image,class,xmin,ymin,xmax,ymax\n0.jpg,a,0.1,0.2,0.5,0.5\n1.jpg,a,0.25,0.25,1,1\n");
  const RunResult fractions = boxes.build({"--layout", "detection"});
  CHECK_THAT(fractions.err, ContainsSubstring("xyxy in fractions of the image"));
  boxes.table("image,class,xmin,ymin,xmax,ymax\n0.jpg,a,0,0,1,1\n1.jpg,a,0,0,1,1\n");
  const RunResult close = boxes.build({"--layout", "detection"}, "close");
  CHECK_THAT(close.err, ContainsSubstring("xyxy in pixels"));
  CHECK_THAT(close.err, ContainsSubstring("if not, use --box-units fraction"));
}

TEST_CASE("build: the manifest of a set with boxes repeats its build") {
  const Boxes boxes;
  boxes.rows(bad_row());
  boxes.detection({"--bad-boxes", "clip", "--size", "20x10", "--fit", "crop", "--min-visible", "0.5"});
  CHECK(boxes.build({"--config", "out/manifest.json"}, "again").exit_code == 0);
  CHECK(boxes.files("again") == boxes.files("out"));
}

TEST_CASE("build: options of boxes that do not fit are refused") {
  const Boxes boxes;
  boxes.fails({"--layout", "detection", "--boxes", "xmin,ymin"}, 2, "--boxes: names 2 columns");
  boxes.fails({"--layout", "detection", "--boxes", "a,b,c,d"}, 2, "--boxes: no column 'a'");
  boxes.fails({"--layout", "detection", "--min-visible", "2"}, 2, "'2' is not a share from 0 to 1");
  boxes.fails({"--feature", "image=jpeg", "--feature", "b=boxes:xmid"}, 2, "kind 'boxes' has no form 'xmid'");
  boxes.table("image,class,xmin,ymin,xmax,ymax\n0.jpg,a,1,1,9,9\n");
  boxes.fails({"--bad-boxes", "clip"}, 2, "--bad-boxes has no effect: no feature stores boxes");
  boxes.fails({"--layout", "slim", "--boxes", "xmin,ymin,xmax,ymax"}, 2,
              "--boxes has no effect: no feature stores boxes");
  boxes.table("image,class\n0.jpg,a\n");
  boxes.fails({"--layout", "detection"}, 2, "has no box columns");
}

TEST_CASE("build: unlabelled images --like a set with boxes are refused") {
  const Boxes boxes;
  boxes.detection();
  fs::create_directory(boxes.scratch / "unseen");
  boxes.scratch.write("unseen/a.jpg", jpeg_image(20, 16));
  const RunResult result =
      boxes.run({"build", "unseen", "--like", "out", "--name", "t", "-o", "test", "--json"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("--like: 6 features are left out: "));
  const Json set = Json::parse(result.out);
  CHECK(set["records"] == 1);
  std::vector<std::string> names;
  for (const auto& feature : set["schema"]) names.push_back(feature["name"]);
  CHECK(names == std::vector<std::string>{"image/encoded", "image/format", "image/height", "image/width",
                                          "image/filename", "image/source_id", "image/key/sha256"});
}

TEST_CASE("build: class ids of boxes that begin at 0 get no warning") {
  const Boxes boxes;
  CHECK_THAT(boxes.build({"--layout", "detection", "--label-base", "0"}).err,
             ContainsSubstring("warning: class 'cat' gets the id 0, which readers of boxes take for the "
                               "background; ids begin at 1 with --label-base 1\n"));
  CHECK(boxes.build({"--layout", "detection"}, "other").err.find("background") == std::string::npos);
}

TEST_CASE("build: a file gives the id 0 to a class that no box has, and readers refuse the label map") {
  const Boxes boxes;
  boxes.scratch.write("ids.csv", "id,name\n0,bee\n1,cat\n2,dog\n");
  const RunResult unused = boxes.build({"--layout", "detection", "-q", "--classes", "ids.csv"});
  CHECK(unused.exit_code == 1);
  CHECK(unused.out.empty());
  CHECK(unused.err ==
        "tfrec: error: ids.csv: class 'bee' gets the id 0, which readers of boxes take for the background\n"
        "tfrec: hint: use ids from 1, or list only the names, which get them\n");
  const Words label{"--feature", "image=jpeg", "--feature", "b=boxes:xyxy", "--feature"};
  boxes.report(label + Words{"c=index:class", "--classes", "ids.csv"}, "other");
  boxes.scratch.write("ids.csv", "id,name\n0,background\n1,cat\n2,dog\n");
  const RunResult result = boxes.build({"--layout", "detection", "-q", "--classes", "ids.csv"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(boxes.run({"verify", "out"}).exit_code == 0);
  boxes.rows("0.jpg,40,40,cat,4,8,20,40\n1.jpg,40,40,background,10,10,30,30\n2.jpg,,,,,,,\n");
  CHECK(boxes.build({"--layout", "detection", "-q", "--classes", "ids.csv"}, "used").exit_code == 1);
}

TEST_CASE("build: the hints for the class id 0 lead to another error") {
  const Boxes boxes;
  const Words layout{"--feature",    "image=jpeg", "--feature",
                     "b=boxes:xyxy", "--feature",  "image/object/class/label=index:class"};
  boxes.scratch.write("ids.csv", "id,name\n0,cat\n1,dog\n");
  CHECK_THAT(boxes.build(layout + Words{"--classes", "ids.csv"}, "refused").err,
             ContainsSubstring("hint: use ids from 1, or list only the names, and add --label-base 1\n"));
  boxes.scratch.write("classes.txt", "cat\ndog\n");
  const std::string warning =
      "warning: class 'cat' gets the id 0, which readers of boxes take for the background";
  for (const Words& more : {Words{}, Words{"--classes", "classes.txt"}}) {
    CHECK_THAT(boxes.build(layout + more + Words{"--overwrite"}).err,
               ContainsSubstring(warning + "; ids begin at 1 with --label-base 1\n"));
    const RunResult based = boxes.build(layout + more + Words{"--label-base", "1", "-q"}, "based");
    CHECK(based.exit_code == 0);
    CHECK(based.err.empty());
  }
  const RunResult like =
      boxes.run({"build", "images", "--labels", "labels.csv", "--like", "out", "-o", "like"});
  CHECK(like.exit_code == 0);
  CHECK_THAT(like.err, ContainsSubstring(warning + " (--like)\n"));
}

TEST_CASE("build: --record-per row is ignored if there are boxes") {
  const Boxes boxes;
  const RunResult result = boxes.build({"--layout", "detection", "--record-per", "row", "-q"});
  CHECK(result.exit_code == 2);
  CHECK(result.err ==
        "tfrec: error: --record-per row, but boxes of an image are in one record\n"
        "tfrec: hint: leave it out, or use a layout without boxes\n");
}
