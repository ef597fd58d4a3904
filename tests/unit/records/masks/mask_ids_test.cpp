// SPDX-License-Identifier: Apache-2.0
// Which files are masks of a set, and which ids they have.
#include <string>

#include "records/masks/mask_maker.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

std::string reason_against(const std::string& file, const MaskRules& rules) {
  MadeMask mask;
  const auto bad = read_mask_ids(file, rules, mask);
  return bad ? bad->reason : "";
}

/// A row of pixels, of 16 bits each.
std::string deep_mask(const std::vector<std::uint16_t>& ids) {
  std::string row;
  for (const std::uint16_t id : ids) row += {static_cast<char>(id >> 8U), static_cast<char>(id & 0xFFU)};
  return png_image(static_cast<int>(ids.size()), {row}, {16, 0});
}

}  // namespace

TEST_CASE("Mask: an id beyond 255 does not fit a set of 8 bits") {
  CHECK(reason_against(deep_mask({3, 300}), {}) == "its mask has id 300, and the set's masks have 8 bits");
  MaskRules deep;
  deep.bits = 16;
  CHECK(reason_against(deep_mask({3, 300}), deep).empty());
}

TEST_CASE("Mask: a file of 16 bits whose ids are small is stored in 8 bits") {
  MadeMask mask;
  REQUIRE_FALSE(read_mask_ids(deep_mask({3, 7, 7}), {}, mask));
  SourceFrame image;
  image.width = 3;
  image.height = 1;
  make_mask({}, image, {{3, 1}, {3, 1}}, mask);
  StoredSamples stored;
  REQUIRE_FALSE(read_png_samples(mask.png, stored));
  CHECK(stored.bits == 8);
  CHECK(stored.bytes == std::vector<std::uint8_t>{3, 7, 7});
  CHECK(mask.pixels == MaskPixels{{3, 1}, {7, 2}});
}

TEST_CASE("Mask: colours become the ids that are listed, in 8 and in 16 bits") {
  const std::string red_green = png_image(2, {std::string("\xFF\0\0\0\xFF\0", 6)}, {8, 2});
  for (const int bits : {8, 16}) {
    MaskRules rules;
    rules.bits = bits;
    rules.colors = {{0xFF0000, 4}, {0x00FF00, 9}};
    MadeMask mask;
    REQUIRE_FALSE(read_mask_ids(red_green, rules, mask));
    CHECK(mask.ids.bits == bits);
    CHECK(mask.pixels_of_file == MaskPixels{{4, 1}, {9, 1}});
    rules.colors.erase(0x00FF00);
    CHECK(reason_against(red_green, rules) ==
          "its mask has a pixel of colour 0,255,0, which --mask-colors does not list");
  }
  CHECK(reason_against(red_green, {}) ==
        "its mask has colours, not ids: give their ids with --mask-colors FILE");
}

TEST_CASE("Mask: one with more pixels than --max-pixels is not decoded") {
  MaskRules rules;
  rules.max_pixels = 63;
  CHECK(reason_against(mask_image(8, 8, 5), rules) == "its mask has more pixels than --max-pixels 63");
  rules.max_pixels = 64;
  CHECK(reason_against(mask_image(8, 8, 5), rules).empty());
}
