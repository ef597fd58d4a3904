// SPDX-License-Identifier: Apache-2.0
// Tables with columns of boxes, which do not move with the image, through the real binary.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using Catch::ContainsSubstring;
using tfrec::test::jpeg_image;
using tfrec::test::RunResult;
using tfrec::test::ScratchFolder;

namespace {

/// Two images, the first in two rows, as tables of boxes have them.
class Boxes {
 public:
  Boxes() {
    for (unsigned i = 0; i < 2; ++i)
      scratch.write("images/" + std::to_string(i) + ".jpg", jpeg_image(40, 30, i));
    scratch.write(
        "boxes.csv",
        "image,xmin,ymin,xmax,ymax,class\n0.jpg,1,2,10,20,cat\n0.jpg,5,5,9,9,dog\n1.jpg,0,0,5,5,cat\n");
    scratch.write("bbox.csv", "image,bbox,class\n0.jpg,\"[1, 2, 3, 4]\",cat\n1.jpg,\"[0, 0, 5, 5]\",dog\n");
  }
  RunResult run(const std::string& command, const std::string& labels,
                const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{command, "images", "--labels", labels, "--name", "b", "-q"};
    if (command == "build") arguments.insert(arguments.end(), {"-o", "out", "--overwrite"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tfrec(arguments, in(scratch));
  }
  void fails(const std::vector<std::string>& more, const std::string& message) const {
    for (const char* command : {"build", "plan"}) {
      const RunResult result = run(command, "boxes.csv", more);
      CHECK(result.exit_code == 2);
      CHECK(result.out.empty());
      CHECK_THAT(result.err, ContainsSubstring(message));
    }
  }
  ScratchFolder scratch;
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
  const RunResult one = boxes.run("build", "bbox.csv", {});
  CHECK(one.exit_code == 2);
  CHECK_THAT(one.err, ContainsSubstring("column 'bbox' holds boxes"));
  CHECK_THAT(one.err, ContainsSubstring("--feature box=bytes:bbox"));
}

TEST_CASE("Boxes are stored as named where the image keeps its size and orientation") {
  const Boxes boxes;
  const std::vector<std::string> named{"--feature", "image=jpeg", "--feature",
                                       "box=float:xmin,ymin,xmax,ymax", "--allow-repeats"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), named.begin(), named.end());
    return more;
  };
  const std::string columns = "columns 'xmin', 'ymin', 'xmax', 'ymax' hold boxes, which ";
  boxes.fails(named, columns + "--orientation apply would not change with the image");
  boxes.fails(with({"--orientation", "ignore", "--size", "8"}), columns + "--size would not change");
  boxes.fails(with({"--orientation", "ignore", "--sizes", "8,9"}), columns + "--sizes would not change");
  CHECK(boxes.run("build", "boxes.csv", with({"--orientation", "ignore"})).exit_code == 0);
  CHECK(boxes.run("build", "boxes.csv", with({"--encode", "copy"})).exit_code == 0);
  const std::vector<std::string> like{"--like", "out", "--allow-repeats"};
  CHECK(boxes.run("build", "boxes.csv", like).exit_code == 0);
}

TEST_CASE("A table of boxes is no reason to refuse features that hold none of them") {
  const Boxes boxes;
  CHECK(boxes
            .run("build", "boxes.csv",
                 {"--feature", "image=jpeg", "--feature", "class=index:class", "--size", "8",
                  "--allow-repeats"})
            .exit_code == 0);
  CHECK(boxes
            .run("build", "boxes.csv",
                 {"--no-image", "--feature", "box=float:xmin,ymin,xmax,ymax", "--allow-repeats"})
            .exit_code == 0);
}
