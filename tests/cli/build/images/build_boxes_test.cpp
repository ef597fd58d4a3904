// SPDX-License-Identifier: Apache-2.0
// Tables with columns of boxes, which do not move with the image, through the real binary.
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Two images, the first in two rows, as tables of boxes have them.
class Boxes : public BuildScene {
 public:
  Boxes() {
    images(2, {""}, 40);
    scratch.write(
        "boxes.csv",
        "image,xmin,ymin,xmax,ymax,class\n0.jpg,1,2,10,20,cat\n0.jpg,5,5,9,9,dog\n1.jpg,0,0,5,5,cat\n");
    scratch.write("bbox.csv", "image,bbox,class\n0.jpg,\"[1, 2, 3, 4]\",cat\n1.jpg,\"[0, 0, 5, 5]\",dog\n");
  }
  RunResult run_on(const std::string& command, const std::string& labels, const Words& more) const {
    const Words out = command == "build" ? Words{"-o", "out", "--overwrite"} : Words{};
    return run(Words{command, "images", "--labels", labels, "-q"} + options + out + more);
  }
  int built(const Words& more) const { return run_on("build", "boxes.csv", more).exit_code; }
  void fails(const Words& more, const std::string& message) const {
    for (const char* command : {"build", "plan"}) {
      const RunResult result = run_on(command, "boxes.csv", more);
      CHECK(result.exit_code == 2);
      CHECK(result.out.empty());
      CHECK_THAT(result.err, ContainsSubstring(message));
    }
  }
};

const std::string k_layout =
    "tfrec: error: boxes.csv: columns 'xmin', 'ymin', 'xmax', 'ymax' hold boxes, which no layout scales or "
    "rotates "
    "with the image\ntfrec: hint: to store them unchanged beside unchanged images, name every feature: "
    "--feature "
    "image=jpeg --feature box=float:xmin,ymin,xmax,ymax --orientation ignore\n";

}  // namespace

TEST_CASE("Boxes beside images that are resized without them are refused under every layout") {
  const Boxes boxes;
  boxes.fails({}, k_layout);
  boxes.fails({"--size", "8", "--allow-repeats"}, k_layout);
  for (const char* layout : {"auto", "flowers", "columns", "target", "unlabelled", "xy", "raw", "slim"})
    boxes.fails({"--layout", layout, "--label-column", "class", "--allow-repeats"}, k_layout);
  const RunResult one = boxes.run_on("build", "bbox.csv", {});
  CHECK(one.exit_code == 2);
  CHECK_THAT(one.err, ContainsSubstring("column 'bbox' contains boxes"));
  CHECK_THAT(one.err, ContainsSubstring("--feature box=bytes:bbox"));
}

TEST_CASE("Boxes are stored as named where the image keeps its size and orientation") {
  const Boxes boxes;
  const Words named{"--feature", "image=jpeg", "--feature", "box=float:xmin,ymin,xmax,ymax",
                    "--allow-repeats"};
  const std::string columns = "columns 'xmin', 'ymin', 'xmax', 'ymax' hold boxes, which ";
  boxes.fails(named, columns + "--orientation apply would not change with the image");
  boxes.fails(named + Words{"--orientation", "ignore", "--size", "8"}, columns + "--size would not change");
  boxes.fails(named + Words{"--orientation", "ignore", "--sizes", "8,9"},
              columns + "--sizes would not change");
  CHECK(boxes.built(named + Words{"--orientation", "ignore"}) == 0);
  CHECK(boxes.built(named + Words{"--encode", "copy"}) == 0);
  CHECK(boxes.built({"--like", "out", "--allow-repeats"}) == 0);
}

TEST_CASE("A table of boxes is no reason to refuse features that hold none of them") {
  const Boxes boxes;
  CHECK(boxes.built({"--feature", "image=jpeg", "--feature", "class=index:class", "--size", "8",
                     "--allow-repeats"}) == 0);
  CHECK(boxes.built({"--no-image", "--feature", "box=float:xmin,ymin,xmax,ymax", "--allow-repeats"}) == 0);
}
