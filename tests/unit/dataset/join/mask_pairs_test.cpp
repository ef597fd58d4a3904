// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/mask_pairs.hpp"

#include "support/catch.hpp"
#include "support/error_of.hpp"

using namespace tfrec;

namespace {

ImageFolder folder(std::vector<std::string> paths) {
  ImageFolder made;
  made.root = "masks";
  made.paths = std::move(paths);
  return made;
}

using Found = std::optional<std::uint32_t>;

}  // namespace

TEST_CASE("Masks pair with images of the same path, whatever the extensions") {
  const ImageFolder masks = folder({"a.png", "b.jpg.png", "x/c.tif"});
  const MaskPairs pairs(masks, "");
  CHECK(pairs.mask_of("a.jpg") == Found(0));
  CHECK(pairs.mask_of("b.jpg") == Found(1));
  CHECK(pairs.mask_of("x/c.JPEG") == Found(2));
  CHECK_FALSE(pairs.mask_of("c.jpg"));
  CHECK_FALSE(pairs.mask_of("A.jpg"));
  CHECK(pairs.without_image({"a.jpg", "c.jpg"}) == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("With a suffix, files without it are no masks") {
  const ImageFolder masks = folder({"a.jpg", "a_mask.png", "b_mask.png", "_mask.png"});
  const MaskPairs pairs(masks, "_mask");
  CHECK(pairs.mask_of("a.jpg") == Found(1));
  CHECK(pairs.without_image({"a.jpg"}) == std::vector<std::uint32_t>{2});
}

TEST_CASE("Two masks of one name are an error that names both") {
  const ImageFolder masks = folder({"a.bmp", "a.png"});
  CHECK(test::error_of([&] { MaskPairs(masks, ""); }) ==
        "masks: 'a.bmp' and 'a.png' are masks of the same name (remove or rename one of them)");
}
