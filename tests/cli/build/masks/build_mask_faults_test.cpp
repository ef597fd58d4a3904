// SPDX-License-Identifier: Apache-2.0
// Masks and files that misled, through the real binary.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// images/0.jpg … of 16x16, masks/0.png … of one id each, and a table that names them.
class FaultyMasks : public BuildScene {
 public:
  FaultyMasks() : BuildScene({"--masks", "masks", "--layout", "segmentation", "--name", "f"}) {
    images(4);
    std::string rows = "image,mask\n";
    for (int i = 0; i < 4; ++i) {
      const std::string number = std::to_string(i);
      scratch.write("masks/" + number + ".png", mask_image(16, 16, i + 1));
      rows += number + ".jpg," + number + ".png\n";
    }
    table(rows);
  }
  /// From here on, a column names the masks.
  void use_column() {
    options = {"--labels",  "labels.csv",  "--feature", "image=jpeg",
               "--feature", "m=mask:mask", "--name",    "f"};
  }
};

}  // namespace

TEST_CASE("reshard: a set with masks got totals that verify refused") {
  const FaultyMasks masks;
  masks.report({"--shards", "2"});
  REQUIRE(masks.run({"reshard", "out", "-o", "again", "--shards", "3", "--name", "g"}).exit_code == 0);
  const RunResult result = masks.run({"verify", "again", "--pixels", "-q"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
}

TEST_CASE("reshard: masks of 8 and of 16 bits got into one set") {
  const FaultyMasks masks;
  masks.report();
  masks.report({"--mask-ignore", "300"}, "deep");
  const RunResult result = masks.run({"reshard", "out", "deep", "-o", "again", "--name", "g"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, ContainsSubstring("has masks of 16 bits and the ignored id 300, in"));
}

TEST_CASE("plan: a set with files from --files could not be saved") {
  FaultyMasks masks;
  masks.options = {"--labels",   "labels.csv", "--files",     "masks",  "--feature",
                   "image=jpeg", "--feature",  "f=file:mask", "--name", "f"};
  masks.report();
  REQUIRE(masks.run(Words{"plan", "images", "-o", "set.plan"} + masks.options).exit_code == 0);
  REQUIRE(
      masks.run({"build", "images", "--plan", "set.plan", "--part", "1/1", "-o", "parts", "--files", "masks"})
          .exit_code == 0);
  REQUIRE(masks.run({"finish", "set.plan", "-o", "parts"}).exit_code == 0);
  CHECK(masks.files("parts") == masks.files());
}

TEST_CASE("build: predicted sizes left out files beside images") {
  FaultyMasks masks;
  masks.options = {"--labels",   "labels.csv", "--files",     "masks",  "--feature",
                   "image=jpeg", "--feature",  "f=file:mask", "--name", "f"};
  for (const char* name : {"0.png", "1.png", "2.png", "3.png"})
    masks.scratch.write("masks/" + std::string(name), std::string(200'000, 'x'));
  const Json set = masks.report();
  const auto predicted = set["splits"][0]["predicted_bytes"].get<double>();
  CHECK(predicted > 0.9 * set["bytes"].get<double>());
}

TEST_CASE("build: a rule for make left out masks and their options") {
  const FaultyMasks masks;
  masks.scratch.write("classes.csv", "id,name\n0,none\n1,a\n2,b\n3,c\n4,d\n");
  masks.report({"--depfile", "set.d", "--mask-classes", "classes.csv"});
  const std::string rule = masks.scratch.read("set.d");
  for (const char* name : {"masks/0.png", "masks/\n", "classes.csv"})
    CHECK_THAT(rule, ContainsSubstring(name));
}

TEST_CASE("build: an image that another row names as its file was forgotten") {
  FaultyMasks masks;
  masks.options = {"--labels",  "labels.csv",     "--feature", "image=jpeg",
                   "--feature", "next=file:next", "--name",    "f"};
  masks.table("image,next\n0.jpg,1.jpg\n1,2.jpg\n2.jpg,0.jpg\n");
  CHECK(masks.report()["records"] == 3);
}

TEST_CASE("build: a mask that can't be opened was taken for a missing one") {
  FaultyMasks masks;
  masks.use_column();
  fs::remove(masks.scratch / "masks/1.png");
  fs::create_symlink("1.png", masks.scratch / "masks/1.png");  // a loop
  const RunResult result = masks.build({"--masks", "masks", "--allow-missing-masks"});
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err, ContainsSubstring("masks/1.png: cannot open"));
}

TEST_CASE("build: one mask was stored with two images") {
  const FaultyMasks masks;
  masks.image("0.jpeg", jpeg_image(16, 16, 9));
  masks.fails({}, 1, "masks/0.png: would be the mask of two images, '0.jpeg' and '0.jpg'");
  masks.scratch.write("masks/0.jpeg.png", mask_image(16, 16, 9));
  CHECK(masks.report()["mask_pixels"]["9"] == 255);
}

TEST_CASE("build: ids of a black and white image of one bit were scaled to 255") {
  const FaultyMasks masks;
  fs::remove(masks.scratch / "masks/1.png");
  masks.scratch.write("masks/1.pbm", "P4\n16 16\n" + std::string(32, '\x0F'));
  masks.fails(
      {}, 1,
      "its mask has other samples than those of 8 bits, which is read from PNG only: convert it to PNG");
}

TEST_CASE("build: a mask that is gone since the plan was reported as its image") {
  const FaultyMasks masks;
  REQUIRE(masks.run(Words{"plan", "images", "-o", "set.plan"} + masks.options).exit_code == 0);
  fs::remove(masks.scratch / "masks/1.png");
  const RunResult result = masks.run(
      {"build", "images", "--plan", "set.plan", "--part", "1/1", "-o", "parts", "--masks", "masks"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("masks/1.png: does not exist, but did when the plan was made"));
}

TEST_CASE("build: padding made masks look like black and white images") {
  const FaultyMasks masks;
  for (const char* name : {"0.png", "1.png", "2.png", "3.png"})
    masks.scratch.write("masks/" + std::string(name), mask_image(16, 16, 0));
  const RunResult result = masks.build({"--size", "20x16", "--fit", "pad"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, !ContainsSubstring("black and white"));
}

TEST_CASE("build: the hint about masks among the images lacked their suffix") {
  const FaultyMasks masks;
  for (int i = 0; i < 4; ++i) {
    const std::string number = std::to_string(i);
    masks.scratch.write("data/images/" + number + ".jpg", jpeg_image(16, 16, static_cast<unsigned>(i)));
    masks.scratch.write("data/masks/" + number + "_Mask.png", mask_image(16, 16, 1));
  }
  const RunResult result = masks.run({"build", "data", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec build data/images --masks data/masks --mask-suffix _Mask --layout "
                               "segmentation -o OUT"));
  CHECK(masks
            .run({"build", "data/images", "--masks", "data/masks", "--mask-suffix", "_Mask", "--layout",
                  "segmentation", "-o", "out"})
            .exit_code == 0);
}

TEST_CASE("build: masks in a folder that a column does not name were not reported") {
  FaultyMasks masks;
  masks.use_column();
  masks.scratch.write("masks/x.png", mask_image(16, 16, 1));
  const RunResult result = masks.build({"--masks", "masks"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("masks: 1 mask belongs to no image: 'x.png'"));
  masks.fails({"--masks", "masks", "--strict", "--overwrite"}, 1,
              "1 mask belongs to no image: 'x.png' (--strict)");
}

TEST_CASE("build: images as their own masks, and padding with the id of a class, were accepted") {
  const FaultyMasks masks;
  const RunResult own =
      masks.run({"build", "masks", "--masks", "masks", "--layout", "segmentation", "-o", "own"});
  CHECK(own.exit_code == 2);
  CHECK_THAT(own.err, ContainsSubstring("--masks is the folder of the images: each would be its own mask"));
  masks.fails({"--mask-classes", "5", "--mask-ignore", "2", "--size", "20x16", "--fit", "pad"}, 2,
              "--mask-ignore 2, the id of padding, is also one of --mask-classes");
}

TEST_CASE("build: --like left out masks whose column the table lacks, although --masks was given") {
  FaultyMasks masks;
  masks.use_column();
  masks.report({"--masks", "masks"});
  masks.table("image,Mask\n0.jpg,0.png\n1.jpg,1.png\n2.jpg,2.png\n3.jpg,3.png\n");
  masks.options = {"--labels", "labels.csv", "--like", "out", "--name", "f"};
  const RunResult result = masks.build({"--masks", "masks"}, "again");
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("--masks: a column 'mask' named the masks of --like; the columns "
                                           "are 'image', 'Mask'"));
  CHECK_THAT(result.err, ContainsSubstring("pair masks with images by their names: --feature m=mask"));
  CHECK(masks.report({"--masks", "masks", "--feature", "m=mask"}, "again")["mask_pixels"]["4"] == 255);
}

TEST_CASE("build: the hint about columns of --mask-colors was taken for its file") {
  const FaultyMasks masks;
  masks.scratch.write("colors.csv", "ID,R,G,B\n1,2,3,4\n");
  masks.fails({"--mask-colors", "colors.csv"}, 2,
              "colors.csv: --mask-colors: no column 'id'; the columns are "
              "'ID', 'R', 'G', 'B'");
  masks.fails({"--mask-colors", "colors.csv"}, 2, "make its first line: id,r,g,b");
}

TEST_CASE("build: the size of a mask in a message was negative") {
  const FaultyMasks masks;
  std::string huge = mask_image(16, 16, 1);
  huge.replace(16, 8, 8, '\xFF');
  masks.scratch.write("masks/1.png", huge);
  masks.fails({}, 1, "its mask is 4294967295x4294967295, and the image is 16x16");
}
