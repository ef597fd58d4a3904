// SPDX-License-Identifier: Apache-2.0
// What would be in two splits without a word.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/pictures.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using Catch::ContainsSubstring;
using tfrec::test::jpeg_picture;
using tfrec::test::run_tfrec;
using tfrec::test::RunResult;
using tfrec::test::ScratchFolder;

namespace {

/// Images 0.jpg to 3.jpg and a table.
class Scene {
 public:
  explicit Scene(const std::string& table) {
    for (int i = 0; i < 4; ++i)
      scratch.write("images/" + std::to_string(i) + ".jpg", jpeg_picture(16, 16, static_cast<unsigned>(i)));
    scratch.write("labels.csv", table);
  }
  RunResult build(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{"build", "images", "--labels", "labels.csv", "-o",
                                       "out",   "--name", "f",        "-q"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tfrec(arguments, in(scratch));
  }

  ScratchFolder scratch;
};

}  // namespace

TEST_CASE("An image whose rows are in two splits is refused, with both rows and splits") {
  const Scene scene(
      "image,class,split\n0.jpg,cat,train\n1.jpg,dog,train\n2.jpg,cat,val\n1.jpg,dog,val\n1,dog,val\n");
  const RunResult refused = scene.build({"--split-column", "split", "--allow-repeats"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.out.empty());
  CHECK(refused.err ==
        "tfrec: error: labels.csv:5: image '1.jpg' is in split 'val', and in split 'train' on line 3 (2 "
        "such rows)\n"
        "tfrec: hint: give all rows of an image the same split\n");
  CHECK_FALSE(tfrec::test::published_anything(scene.scratch / "out"));
}

TEST_CASE("An image whose rows are in one split is built") {
  const Scene scene("image,class,split\n0.jpg,cat,train\n1.jpg,dog,train\n1.jpg,dog,train\n2.jpg,cat,val\n");
  CHECK(scene.build({"--split-column", "split", "--allow-repeats"}).exit_code == 0);
}

TEST_CASE("Rows of one image are never dealt to two splits") {
  const Scene scene("image,class\n0.jpg,cat\n0.jpg,dog\n1.jpg,cat\n1.jpg,dog\n2.jpg,cat\n2.jpg,dog\n");
  CHECK(scene.build({"--split", "train=0.5,val=0.5", "--allow-repeats"}).exit_code == 0);
  const RunResult refused =
      scene.build({"--split", "a=0.5,b=0.5", "--allow-repeats", "--dedupe", "ignore", "--overwrite"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err, ContainsSubstring(".jpg' is in split '"));
  CHECK_THAT(refused.err, ContainsSubstring("hint: leave out --dedupe ignore"));
}
