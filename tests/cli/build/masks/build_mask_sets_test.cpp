// SPDX-License-Identifier: Apache-2.0
// Images with masks, through the real binary.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// images/0.jpg … of 16x16, and masks/0.png … of one id each: 1, 2, 3.
class Masks : public BuildScene {
 public:
  explicit Masks(int count = 3)
      : BuildScene({"--masks", "masks", "--layout", "segmentation", "--name", "f"}) {
    images(count);
    for (int i = 0; i < count; ++i) mask(std::to_string(i), i + 1);
  }
  void mask(const std::string& stem, int id, int width = 16, int height = 16) const {
    scratch.write("masks/" + stem + ".png", mask_image(width, height, id));
  }
  /// A build that leaves out one image, for `reason`.
  void is_bad(const std::string& reason, const Words& more = {}) const {
    const RunResult result = build(more);
    CHECK(result.exit_code == 1);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, ContainsSubstring(reason));
  }
};

/// The ids of 3 masks with a pixel of id 0 each.
Json usual_pixels() {
  return {{"0", 3}, {"1", 255}, {"2", 255}, {"3", 255}};
}

}  // namespace

TEST_CASE("build: masks of a folder are stored with their images, and counted") {
  const Masks masks;
  const Json set = masks.report();
  CHECK(set["mask_pixels"] == usual_pixels());
  CHECK(set["options"]["masks"] == true);
  CHECK(set["options"]["mask-bits"] == 8);
  CHECK(set["schema"][6]["made_of"] == Json({{"kind", "mask"}, {"columns", Json::array()}}));
  const RunResult again = masks.build();
  CHECK(again.exit_code == 0);
  CHECK(again.out == "up to date: out\n");
  masks.mask("1", 9);
  CHECK_THAT(masks.build().err,
             ContainsSubstring("already contains a set built with different options or inputs"));
  CHECK(masks.report({"--overwrite"})["mask_pixels"].contains("9"));
}

TEST_CASE("build: a mask that changed but for its size makes the set anew") {
  const Masks masks;
  masks.scratch.write("masks/1.pgm", "P5\n2 2\n255\n" + std::string(4, '\1'));
  fs::remove(masks.scratch / "masks/1.png");
  masks.image("1.jpg", jpeg_image(2, 2));
  masks.report();
  masks.scratch.write("masks/1.pgm", "P5\n2 2\n255\n" + std::string(4, '\2'));
  CHECK_THAT(masks.build().err, ContainsSubstring("an image has changed"));
}

TEST_CASE("build: layout auto stores masks that are given") {
  Masks masks;
  masks.options = {"--masks", "masks", "--name", "f"};
  const Json set = masks.report();
  CHECK(set["schema"].back()["name"] == "mask");
  CHECK(set["mask_pixels"] == usual_pixels());
}

TEST_CASE("build: a column called mask and the masks of layout auto are not one feature") {
  Masks masks;
  masks.options = {"--labels", "labels.csv", "--masks", "masks", "--name", "f"};
  masks.table("image,mask\n0.jpg,1\n1.jpg,2\n2.jpg,3\n");
  masks.fails({}, 2, "column 'mask' and the masks of --masks would both become feature 'mask'");
  const Json set = masks.report({"--layout", "auto", "--feature", "seg=mask"});
  CHECK(set["schema"].size() == 4);
  CHECK(set["schema"][2]["made_of"]["kind"] == "int64");
  CHECK(set["schema"][3]["name"] == "seg");
}

TEST_CASE("build: masks beside their images are found by a suffix, and are no images") {
  Masks masks;
  for (const char* number : {"0", "1", "2"}) {
    const fs::path to = masks.scratch / ("images/" + std::string(number) + "_mask.png");
    fs::rename(masks.scratch / ("masks/" + std::string(number) + ".png"), to);
  }
  masks.options = {"--mask-suffix", "_mask", "--layout", "segmentation", "--name", "f"};
  const Json set = masks.report();
  CHECK(set["records"] == 3);
  CHECK(set["mask_pixels"] == usual_pixels());
  CHECK(set["options"]["mask-suffix"] == "_mask");
}

TEST_CASE("build: a folder of masks below the images holds no images") {
  Masks masks;
  fs::rename(masks.scratch / "masks", masks.scratch / "images/masks");
  masks.options = {"--masks", "images/masks", "--layout", "segmentation", "--name", "f"};
  CHECK(masks.report()["records"] == 3);
}

TEST_CASE("build: a column names masks") {
  Masks masks;
  masks.options = {"--labels",  "labels.csv",  "--feature", "image=jpeg",
                   "--feature", "m=mask:mask", "--name",    "f"};
  masks.table("image,mask\n0.jpg,1.png\n1.jpg,0.png\n2.jpg,2.png\n");
  CHECK(masks.report({"--masks", "masks"})["mask_pixels"] == usual_pixels());
  masks.table("image,mask\n0.jpg,1.png\n1.jpg,o.png\n2.jpg,../labels.csv\n");
  const RunResult leaving = masks.build({"--masks", "masks"}, "other");
  CHECK(leaving.exit_code == 1);
  CHECK_THAT(leaving.err, ContainsSubstring("masks/../labels.csv: is outside its folder"));
  masks.table("image,mask\n0.jpg,1.png\n1.jpg,o.png\n2.jpg,\n");
  masks.fails(
      {"--masks", "masks"}, 1,
      "masks: 2 of 3 images have no mask: '1.jpg': 'o.png' (nearest: '0.png'), '2.jpg' (nearest: '2.png')");
}

TEST_CASE("build: masks that a column names below the images are no images without a row") {
  Masks masks;
  fs::rename(masks.scratch / "masks", masks.scratch / "images/masks");
  masks.options = {"--labels",  "labels.csv",  "--feature", "image=jpeg",
                   "--feature", "m=mask:mask", "--name",    "f"};
  masks.table("image,mask\n0.jpg,masks/0.png\n1.jpg,masks/1.png\n2.jpg,masks/2.png\n");
  const RunResult result = masks.build({"--strict"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, !ContainsSubstring("without a row"));
}

TEST_CASE("build: images without a mask and masks without an image are reported") {
  const Masks masks;
  fs::create_directory(masks.scratch / "masks/x");
  fs::rename(masks.scratch / "masks/1.png", masks.scratch / "masks/x/1.png");
  masks.fails({}, 1, "masks: 1 of 3 images has no mask: '1.jpg' (nearest: 'x/1.png')");
  CHECK_THAT(masks.build().err, ContainsSubstring("masks: 1 mask belongs to no image: 'x/1.png'"));
  const RunResult allowed = masks.build({"--allow-missing-masks"});
  CHECK(allowed.exit_code == 0);
  CHECK_THAT(allowed.err, ContainsSubstring("warning: 1 image is left out: no mask: '1.jpg'"));
  CHECK(masks.manifest()["records"] == 2);
  CHECK(masks.files().at("left-out.csv") == "row,image,action\r\n2,1.jpg,left out: it has no mask\r\n");
  masks.fails({"--allow-missing-masks", "--strict", "--overwrite"}, 1,
              "masks: 1 mask belongs to no image: 'x/1.png' (--strict)");
}

TEST_CASE("build: a mask of another size, in colours, transparent, damaged or with an unknown id is bad") {
  const Masks masks;
  masks.mask("1", 2, 16, 8);
  masks.is_bad("1.jpg: its mask is 16x8, and the image is 16x16");
  const std::vector<std::string> colors(16, std::string(48, '\x40'));
  masks.scratch.write("masks/1.png", png_image(16, colors, {8, 2}));
  masks.is_bad("1.jpg: its mask has colours, not ids: give their ids with --mask-colors FILE");
  masks.scratch.write("colors.csv", "id,r,g,b\n7,64,64,65\n");
  masks.is_bad("1.jpg: its mask has a pixel of colour 64,64,64, which --mask-colors does not list",
               {"--mask-colors", "colors.csv", "--overwrite"});
  masks.scratch.write("masks/1.png",
                      png_image(16, std::vector<std::string>(16, std::string(32, '\x40')), {8, 4}));
  masks.is_bad("1.jpg: its mask has transparent pixels", {"--overwrite"});
  masks.scratch.write("masks/1.png", mask_image(16, 16, 2).substr(0, 90));
  masks.is_bad("1.jpg: its mask is a damaged PNG: ");
  masks.scratch.write("masks/1.png", "no image");
  masks.is_bad("1.jpg: its mask is not an image that can be read");
  masks.mask("1", 21);
  masks.is_bad("1.jpg: its mask has id 21 in 255 pixels, which --mask-classes does not list",
               {"--mask-classes", "21", "--overwrite"});
  masks.mask("1", 255);
  CHECK(masks.build({"--mask-classes", "21", "--overwrite"}).exit_code == 0);
}

TEST_CASE("build: colours become ids, and classes are recorded with their names") {
  const Masks masks;
  const std::vector<std::string> colors(16, std::string(48, '\x40'));
  masks.scratch.write("masks/1.png", png_image(16, colors, {8, 2}));
  masks.scratch.write("colors.csv", "g,r,b,id\n64,64,64,300\n");
  masks.scratch.write("classes.csv", "id,name\n0,background\n1,cat\n3,\"dog, large\"\n300,sky\n");
  const Json set = masks.report({"--mask-colors", "colors.csv", "--mask-classes", "classes.csv"});
  CHECK(set["mask_pixels"] == Json({{"0", 2}, {"1", 255}, {"3", 255}, {"300", 256}}));
  CHECK(set["options"]["mask-bits"] == 16);
  CHECK(set["options"]["mask-colors"] == Json::array({"300,64,64,64"}));
  CHECK(set["options"]["mask-classes"] == Json::array({"0,background", "1,cat", "3,dog, large", "300,sky"}));
}

TEST_CASE("build: a file of colours or classes that is malformed names its line") {
  const Masks masks;
  masks.scratch.write("colors.csv", "id,r,g,b\n1,2,3,4\n1,2,3,256\n");
  masks.fails({"--mask-colors", "colors.csv"}, 1,
              "colors.csv:3: column 'b': '256' is not a whole number from 0 to 255");
  masks.scratch.write("colors.csv", "id,r,g,b\n1,2,3,4\n5,2,3,4\n");
  masks.fails({"--mask-colors", "colors.csv"}, 1, "colors.csv:3: lists a colour a second time");
  masks.fails({"--mask-colors", "none.csv"}, 2, "none.csv: no such file");
  masks.fails({"--mask-classes", "0"}, 2, "--mask-classes: a number of classes is from 1 to 65536");
}

TEST_CASE("build: options of masks without masks, and masks without their folder, are usage errors") {
  Masks masks;
  masks.options = {"--name", "f"};
  masks.fails({"--mask-ignore", "254"}, 2, "--mask-ignore has no effect: no feature stores masks");
  masks.fails({"--files", "masks"}, 2, "--files has no effect: no feature is of kind file");
  const RunResult result = masks.build({"--layout", "segmentation"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("where are the masks? There is no --masks and no --mask-suffix\n"
                                           "tfrec: hint: --masks masks\n"));
  masks.fails({"--layout", "segmentation", "--masks", "mask"}, 2, "mask: no such folder");
  masks.fails({"--feature", "image=jpeg", "--feature", "f=mask-format"}, 2,
              "feature 'f' is the format of a mask, and none is stored");
  masks.fails({"--masks", "masks", "--feature", "image=jpeg", "--feature", "a=mask", "--feature", "b=mask:c"},
              2, "two features take masks from different sources");
}

TEST_CASE("build: masks that are JPEGs, or have smooth edges, get a warning") {
  const Masks masks;
  std::vector<std::string> smooth;
  for (int y = 0; y < 64; ++y) {
    std::string row(64, '\0');
    if (y < 40) row[static_cast<std::size_t>(y)] = static_cast<char>(y);
    smooth.push_back(row);
  }
  masks.image("1.jpg", jpeg_image(64, 64));
  masks.scratch.write("masks/1.png", png_image(64, smooth, {8, 0}));
  const RunResult result = masks.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("warning: 1 mask does not look like one: many ids with few pixels each"));
  fs::remove(masks.scratch / "masks/2.png");
  masks.scratch.write("masks/2.jpg", jpeg_image(16, 16));
  const RunResult lossy = masks.build({"--overwrite"});
  CHECK(lossy.exit_code == 1);  // three channels: colours
  CHECK_THAT(lossy.err, ContainsSubstring("warning: 1 mask is a JPEG, which changes ids at edges"));
}

TEST_CASE("build: black and white masks get a warning, because 255 is the ignored id") {
  const Masks masks;
  for (const char* number : {"0", "1", "2"}) masks.mask(number, 255);
  const std::string warning = "warning: masks have no ids but 0 and 255, as black and white images do";
  const RunResult result = masks.build({"--mask-classes", "2"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring(warning));
  const RunResult other = masks.build({"--mask-ignore", "254", "--overwrite"});
  CHECK(other.exit_code == 0);
  CHECK_THAT(other.err, !ContainsSubstring(warning));
  masks.is_bad("its mask has id 255 in 255 pixels, which --mask-classes does not list",
               {"--mask-ignore", "254", "--mask-classes", "2", "--overwrite"});
}

TEST_CASE("build: --stratify mask spreads the ids of masks over splits") {
  Masks masks(20);
  for (int i = 0; i < 20; ++i) masks.mask(std::to_string(i), i % 5 == 0 ? 9 : 1);
  const Json set = masks.report({"--split", "train=0.5,val=0.5", "--stratify", "mask"});
  for (const Json& shard : set["shards"]) CHECK(shard["mask_pixels"]["9"] == 2 * 255);
  masks.fails({"--layout", "auto", "--masks", "masks", "--split", "train=0.5,val=0.5", "--stratify", "maks"},
              2, "");
}

TEST_CASE("build: each size has its own mask, and the manifest counts those of the first") {
  const Masks masks;
  const Json set = masks.report({"--sizes", "8,4"});
  CHECK(set["mask_pixels"] == Json({{"1", 64}, {"2", 64}, {"3", 64}}));
  CHECK(set["shards"][1]["mask_pixels"] == Json({{"1", 16}, {"2", 16}, {"3", 16}}));
}

TEST_CASE("plan and finish: a set with masks in parts is the set of one build") {
  const Masks masks(6);
  const Words shards{"--shards", "3"};
  masks.report(shards);
  REQUIRE(masks.run(Words{"plan", "images", "-o", "set.plan", "-q"} + masks.options + shards).exit_code == 0);
  const RunResult without =
      masks.run({"build", "images", "--plan", "set.plan", "--part", "1/1", "-o", "parts"});
  CHECK(without.exit_code == 2);
  CHECK_THAT(without.err, ContainsSubstring("the plan has masks from --masks: also give --masks FOLDER"));
  for (const char* part : {"1/2", "2/2"}) {
    REQUIRE(
        masks
            .run({"build", "images", "--plan", "set.plan", "--part", part, "-o", "parts", "--masks", "masks"})
            .exit_code == 0);
  }
  REQUIRE(masks.run({"finish", "set.plan", "-o", "parts"}).exit_code == 0);
  CHECK(masks.files("parts") == masks.files());
}

TEST_CASE("repair: lost shards with masks are made again") {
  const Masks masks(6);
  masks.report({"--shards", "3"});
  const Files before = masks.files();
  fs::remove(masks.scratch / "out/f01-2.tfrec");
  const RunResult without = masks.run({"repair", "out", "-o", "again", "--from", "images"});
  CHECK(without.exit_code == 2);
  CHECK_THAT(without.err, ContainsSubstring("the set has masks from --masks: also give --masks FOLDER"));
  CHECK(masks.run({"repair", "out", "-o", "again", "--from", "images", "--masks", "masks"}).exit_code == 0);
  CHECK(masks.files("again") == before);
}

TEST_CASE("build: --like makes masks alike, and leaves them out without --masks") {
  Masks masks;
  masks.report({"--mask-classes", "4"});
  masks.options = {"--like", "out", "--name", "f"};
  CHECK(masks.report({"--masks", "masks"}, "alike")["mask_pixels"] == usual_pixels());
  CHECK(masks.shards("alike") == masks.shards());
  const RunResult without = masks.build({}, "unmasked");
  CHECK(without.exit_code == 0);
  CHECK_THAT(without.err, ContainsSubstring("'image/segmentation/class/encoded' (no --masks)"));
  masks.mask("1", 5);
  masks.is_bad("its mask has id 5 in 255 pixels, which --mask-classes does not list",
               {"--masks", "masks", "--overwrite"});
}
