// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/mask_files.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

using Evidence = MaskFiles::Evidence;

std::vector<MaskFiles> found(const std::vector<std::string>& paths) {
  const std::vector<std::string_view> views(paths.begin(), paths.end());
  return find_mask_files(views);
}

}  // namespace

TEST_CASE("Folders of images and masks are found by their names") {
  const auto masks = found({"images/a.jpg", "images/b.jpg", "images/c.jpg", "masks/a.png", "masks/b.png"});
  REQUIRE(masks.size() == 1);
  CHECK(masks[0].evidence == Evidence::names);
  CHECK(masks[0].what == "in 'masks'");
  CHECK(masks[0].image_folder == "images");
  CHECK(masks[0].files == 2);
  CHECK(masks[0].paired == 2);
  CHECK(masks[0].pairs == std::vector<std::pair<std::size_t, std::size_t>>{{3, 0}, {4, 1}});

  CHECK(found({"JPEGImages/a.jpg", "SegmentationClass/a.png", "SegmentationObject/a.png"}).size() == 2);
  CHECK(found({"train/images/a.jpg", "train/masks/a.png", "val/images/b.jpg", "val/masks/b.png"})[0].paired ==
        2);
  CHECK(found({"images/train/a.jpg", "masks/train/a.png"})[0].evidence == Evidence::names);
  CHECK(found({"images/a.jpg", "masks/a_mask.png"})[0].paired == 1);
  CHECK(found({"cats/a.jpg", "cats/masks/a.png"})[0].evidence == Evidence::names);
}

TEST_CASE("Masks beside their images are found by the ends of their names") {
  const auto masks = found({"a.jpg", "a_mask.png", "b.jpg", "b_mask.png"});
  REQUIRE(masks.size() == 1);
  CHECK(masks[0].evidence == Evidence::names);
  CHECK(masks[0].what == "that end in '_mask'");
  CHECK(found({"benign/benign (1).png", "benign/benign (1)_mask.png"}).size() == 1);
}

TEST_CASE("Masks pair with images that are called otherwise by case, a word or a second extension") {
  CHECK(found({"images/img_1.jpg", "masks/mask_1.png"})[0].paired == 1);
  CHECK(found({"images/a_1_image.png", "masks/a_1_mask.png"})[0].evidence == Evidence::names);
  CHECK(found({"images/a.jpg", "masks/a.jpg.png"})[0].evidence == Evidence::names);
  CHECK(found({"Images/A0.JPG", "Masks/a0.png"})[0].evidence == Evidence::names);
  const auto cityscapes = found({"leftImg8bit/train/aachen/aachen_0_leftImg8bit.png",
                                 "gtFine/train/aachen/aachen_0_gtFine_labelIds.png",
                                 "gtFine/train/aachen/aachen_0_gtFine_color.png"});
  REQUIRE(cityscapes.size() == 1);
  CHECK(cityscapes[0].evidence == Evidence::names);
}

TEST_CASE("Folders whose names masks share with classes need evidence in the files") {
  CHECK(found({"photo/0.jpg", "label/0.jpg"})[0].evidence == Evidence::mask_folder);
  CHECK(found({"images/0.jpg", "labels/0.jpg"})[0].evidence == Evidence::mask_folder);
}

TEST_CASE("A class called masks needs more evidence than the names of its files") {
  const auto masks = found({"gloves/0001.jpg", "gloves/0002.jpg", "masks/0001.jpg", "masks/0002.jpg"});
  REQUIRE(masks.size() == 1);
  CHECK(masks[0].evidence == Evidence::mask_folder);
  CHECK(found({"gloves/g1.jpg", "masks/m1.jpg"}).empty());
}

TEST_CASE("Two folders pair without such names where one holds JPEGs and the other does not") {
  const auto masks = found({"x/1.jpg", "x/2.jpg", "y/1.png", "y/2.png"});
  REQUIRE(masks.size() == 1);
  CHECK(masks[0].evidence == Evidence::none);
  CHECK(masks[0].what == "in 'y'");
}

TEST_CASE("Classes with numbered files are no masks") {
  CHECK(found({"0/0001.png", "0/0002.png", "1/0001.png", "1/0002.png"}).empty());
  CHECK(found({"cat/1.jpg", "dog/1.jpg", "cow/1.png"}).empty());
  CHECK(found({"with_mask/1.jpg", "without_mask/1.jpg"}).empty());
}

TEST_CASE("One odd name among many files is no set of masks") {
  std::vector<std::string> paths{"a.jpg", "a_mask.jpg"};
  for (int i = 0; i < 20; ++i) paths.push_back("b" + std::to_string(i) + ".jpg");
  CHECK(found(paths).empty());
  CHECK(found({"a.jpg", "b_mask.jpg", "c_mask.jpg"}).empty());
}
