// SPDX-License-Identifier: Apache-2.0
#include "records/masks/record_masks.hpp"

#include "support/catch.hpp"
#include "support/data/images.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

bool has_form_of(int color_type, std::size_t channels, int bits = 8) {
  const std::string row(2 * channels * static_cast<std::size_t>(bits) / 8, '\1');
  return has_mask_form(image_facts(png_image(2, {row, row}, {bits, color_type})));
}

}  // namespace

TEST_CASE("Features of masks have a usual name, or the manifest states them") {
  const MaskFeatures usual;
  for (const char* name : {"image/segmentation/class/encoded", "label/encoded", "mask", "segmentation_label",
                           "segmentation_mask"})
    CHECK(usual.has(name));
  for (const char* name : {"", "Mask", "masks", "image/encoded", "image/object/mask"})
    CHECK_FALSE(usual.has(name));
  const MaskFeatures stated({"seg"});
  CHECK(stated.has("seg"));
  CHECK(stated.has("mask"));
  CHECK_FALSE(usual.has("seg"));
}

TEST_CASE("A mask is a PNG of one channel") {
  CHECK(has_form_of(0, 1));
  CHECK(has_form_of(0, 1, 16));
  CHECK(has_form_of(3, 1));
  CHECK_FALSE(has_form_of(2, 3));
  CHECK_FALSE(has_form_of(4, 2));
  CHECK_FALSE(has_mask_form(image_facts(jpeg_image(2, 2))));
}

TEST_CASE("Pixels of masks are counted by id, also in 16 bits") {
  MaskPixels pixels{{9, 9}};
  CHECK_FALSE(count_mask_pixels(mask_image(3, 2, 7), 6, pixels));
  CHECK(pixels == MaskPixels{{0, 1}, {7, 5}});
  const std::string deep("\1\2\0\3", 4);
  CHECK_FALSE(count_mask_pixels(png_image(2, {deep, deep}, {16, 0}), 6, pixels));
  CHECK(pixels == MaskPixels{{3, 2}, {258, 2}});
}

TEST_CASE("Masks that are too large or damaged have no counts") {
  MaskPixels pixels;
  CHECK(count_mask_pixels(mask_image(3, 2, 7), 5, pixels)->reason == "3x2 is more than --max-pixels 5");
  const std::string mask = mask_image(30, 20, 7);
  CHECK(count_mask_pixels(mask.substr(0, mask.size() / 2), 600, pixels));
  CHECK(pixels.empty());
}
