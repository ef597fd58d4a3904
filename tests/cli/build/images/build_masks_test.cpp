// SPDX-License-Identifier: Apache-2.0
// Masks among the images, through the real binary.
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// A grey image of one channel.
std::string gray_image(int width, int height) {
  const std::string size = std::to_string(width) + " " + std::to_string(height);
  return "P5\n" + size + "\n255\n" + std::string(static_cast<std::size_t>(width * height), '\1');
}

class Folder : public BuildScene {
 public:
  /// Five JPEGs called by number between `before` and `after`.
  void photos(const std::string& before, const std::string& after = ".jpg", int width = 12) const {
    for (int i = 0; i < 5; ++i)
      scratch.write(before + std::to_string(i) + after, jpeg_image(width + i, 9, static_cast<unsigned>(i)));
  }
  void masks(const std::string& before, const std::string& after = ".pgm") const {
    for (int i = 0; i < 5; ++i) scratch.write(before + std::to_string(i) + after, gray_image(12 + i, 9));
  }
  void refused(const std::string& message, const std::string& hint, const Words& more = {}) const {
    const RunResult result = build(more + Words{"-q"});
    CHECK(result.exit_code == 1);
    CHECK(result.out.empty());
    CHECK(result.err == "tfrec: error: images: " + message + "\ntfrec: hint: " + hint +
                            "; if they are images like the others: --allow-masks\n");
  }
};

}  // namespace

TEST_CASE("images/ beside masks/ are not two classes") {
  const Folder folder;
  folder.photos("images/images/");
  folder.masks("images/masks/");
  folder.refused(
      "5 files in 'masks' look like masks: 5 of them pair by name with an image, for instance 'masks/0.pgm' "
      "with "
      "'images/0.jpg'",
      "to store masks with their images: tfrec build images/images --masks images/masks --layout "
      "segmentation "
      "-o OUT");
  CHECK(folder.build({"--allow-masks"}).exit_code == 0);
}

TEST_CASE("a_mask.png beside a.jpg is no image of the set") {
  const Folder folder;
  folder.photos("images/a");
  folder.masks("images/a", "_mask.pgm");
  folder.refused(
      "5 files that end in '_mask' look like masks: 5 of them pair by name with an image, for instance "
      "'a0_mask.pgm' with 'a0.jpg'",
      "to store masks with their images: tfrec build images --mask-suffix _mask --layout segmentation -o "
      "OUT");
  CHECK(folder.build({"--allow-masks"}).exit_code == 0);
}

TEST_CASE("Masks that a labels CSV lists as images are refused, those it does not list are left out") {
  const Folder folder;
  folder.photos("images/images/");
  folder.masks("images/masks/");
  std::string images = "image,n\n";
  std::string both = images;
  for (int i = 0; i < 5; ++i) {
    const std::string row = std::to_string(i);
    images.append("images/").append(row).append(".jpg,").append(row).append("\n");
    both.append("images/").append(row).append(".jpg,1\nmasks/").append(row).append(".pgm,2\n");
  }
  folder.scratch.write("images.csv", images);
  folder.scratch.write("both.csv", both);
  folder.refused(
      "5 files in 'masks' look like masks: 5 of them pair by name with an image, for instance 'masks/0.pgm' "
      "with "
      "'images/0.jpg'",
      "remove their rows", {"--labels", "both.csv"});
  CHECK(folder.build({"--labels", "images.csv"}).exit_code == 0);
}

TEST_CASE("Masks beside the images of --test are refused, too") {
  const Folder folder;
  folder.photos("images/");
  folder.photos("unseen/t");
  folder.masks("unseen/t", "_mask.pgm");
  const RunResult result = folder.build({"--test", "unseen"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec: error: unseen: 5 files that end in '_mask' look like masks"));
}

TEST_CASE("Masks never get into the test split because the images they pair with are labelled") {
  const Folder folder;
  folder.photos("images/a");
  folder.masks("images/a", "_mask.pgm");
  folder.scratch.write("l.csv", "image,n\na0.jpg,1\na1.jpg,2\n");
  const RunResult result = folder.build({"--labels", "l.csv", "--test", "images"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err,
             ContainsSubstring("tfrec: error: images: 5 files that end in '_mask' look like masks"));
}

TEST_CASE("Folders with any names are images and masks where their files pair, and look it") {
  const Folder folder;
  folder.photos("images/x/");
  folder.masks("images/y/");
  CHECK_THAT(folder.build().err, ContainsSubstring("5 files in 'y' look like masks"));
  const Folder other_sizes;
  other_sizes.photos("images/x/", ".jpg", 40);
  other_sizes.masks("images/y/");
  CHECK(other_sizes.build().exit_code == 0);
}

TEST_CASE("Classes with numbered files, and a class called masks, are built") {
  const Folder numbers;
  numbers.masks("images/0/");
  numbers.masks("images/1/");
  CHECK(numbers.build().exit_code == 0);
  const Folder clothes;
  clothes.photos("images/gloves/");
  clothes.photos("images/masks/");
  CHECK(clothes.build().exit_code == 0);
}
