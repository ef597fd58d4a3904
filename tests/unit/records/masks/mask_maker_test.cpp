// SPDX-License-Identifier: Apache-2.0
#include "records/masks/mask_maker.hpp"

#include <string>
#include <vector>

#include "image/png/plain_png.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/data/test_data.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

constexpr int k_side = 64;

/// A grey PNG of 64 x 64 pixels.
std::string square_mask(const std::string& ids) {
  std::vector<std::string> rows;
  for (std::size_t at = 0; at < ids.size(); at += k_side) rows.push_back(ids.substr(at, k_side));
  return png_image(k_side, rows, {8, 0});
}

/// What there is to remark about it.
MaskRemarks remarks_on(const std::string& ids) {
  SourceFrame image;
  image.width = image.height = k_side;
  MadeMask mask;
  MaskRemarks remarks;
  REQUIRE_FALSE(read_mask(square_mask(ids), {}, image, mask, remarks));
  return remarks;
}

/// Why a mask of this size does not fit an image of 30 x 20 pixels.
std::string misfit(int width, int height, int orientation, MaskOrientation of_masks) {
  SourceFrame image;
  image.width = 30;
  image.height = 20;
  image.orientation = orientation;
  MaskRules rules;
  rules.orientation = of_masks;
  MadeMask mask;
  MaskRemarks remarks;
  const auto bad = read_mask(mask_image(width, height, 5), rules, image, mask, remarks);
  return bad ? bad->reason : std::string();
}

MaskRules rules_of_colors(int bits) {
  MaskRules rules;
  rules.bits = bits;
  rules.colors = {{0x800000, 3}, {0x0000FF, 200}, {0x010203, 7}};
  return rules;
}

}  // namespace

TEST_CASE("Mask: one with a damaged text chunk, which libpng skips, keeps its ids") {
  constexpr std::size_t k_after_header = 33;
  std::string file = mask_image(8, 8, 5);
  file.insert(k_after_header, std::string("\0\0\0\3tEXta\0b", 11) + "crc?");
  MadeMask mask;
  REQUIRE_FALSE(read_mask_ids(file, {}, mask));
  SourceFrame image;
  image.width = image.height = 8;
  make_mask({}, image, {{8, 8}, {8, 8}}, mask);
  StoredSamples stored;
  REQUIRE_FALSE(read_png_samples(mask.png, stored));
  CHECK(stored.bytes == mask.ids.bytes);
}

TEST_CASE("Mask: a reason of the image reader began with a second 'its'") {
  MadeMask mask;
  const auto bad = read_mask_ids("P5\n# no size", {}, mask);
  REQUIRE(bad);
  CHECK(bad->reason == "its mask's header does not state its size");
}

TEST_CASE("Mask: a PGM with other samples than those of 8 bits is bad, for decoding would scale its ids") {
  MadeMask mask;
  REQUIRE_FALSE(read_mask_ids("P5\n2 1\n255\n\x01\x64", {}, mask));
  CHECK(mask.ids.bytes == std::vector<std::uint8_t>{1, 100});
  for (const char* file : {"P5\n2 1\n100\n\x01\x64", "P5\n1 1\n65535\n\x01\x64"}) {
    const auto bad = read_mask_ids(file, {}, mask);
    REQUIRE(bad);
    CHECK_THAT(bad->reason, Catch::StartsWith("its mask has other samples than those of 8 bits"));
  }
}

TEST_CASE("Mask: a grey TIFF whose white is 0 is bad, for decoding would invert its ids") {
  std::string file = odd_image("gray.tif");
  const std::string photometric("\x06\x01\x03\0\x01\0\0\0\x01", 9);
  const std::size_t at = file.find(photometric);
  REQUIRE(at != std::string::npos);
  MadeMask mask;
  REQUIRE_FALSE(read_mask_ids(file, {}, mask));
  file[at + 8] = '\0';
  const auto bad = read_mask_ids(file, {}, mask);
  REQUIRE(bad);
  CHECK_THAT(bad->reason, Catch::StartsWith("its mask has other samples than those of 8 bits"));
}

TEST_CASE("Mask: smooth edges are many ids of few pixels each; many classes of many pixels are none") {
  std::string classes(std::size_t{k_side} * k_side, '\0');
  for (std::size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<char>(i / 128);  // 32 ids
  CHECK_FALSE(remarks_on(classes).antialiased);

  std::string edges(classes.size(), '\0');
  for (std::size_t i = 0; i < 120; ++i) edges[i] = static_cast<char>(1 + i / 4);  // 30 ids of 4 pixels
  CHECK(remarks_on(edges).antialiased);
  edges.resize(80);  // 20 ids, and that of the rest
  CHECK_FALSE(remarks_on(edges + std::string(classes.size() - edges.size(), '\0')).antialiased);
}

TEST_CASE("Mask: colours become the ids of --mask-colors, red first; another colour is bad and named") {
  const std::string file = png_image(3, {std::string("\x80\0\0\0\0\xFF\1\2\3", 9)}, {8, 2});
  MadeMask mask;
  REQUIRE_FALSE(read_mask_ids(file, rules_of_colors(8), mask));
  CHECK(mask.pixels_of_file == MaskPixels{{3, 1}, {7, 1}, {200, 1}});
  CHECK(mask.ids.bytes == std::vector<std::uint8_t>{3, 200, 7});
  REQUIRE_FALSE(read_mask_ids(file, rules_of_colors(16), mask));
  CHECK(mask.pixels_of_file == MaskPixels{{3, 1}, {7, 1}, {200, 1}});
  CHECK(mask.ids.bits == 16);
  const auto unknown = read_mask_ids(png_image(1, {"\3\2\1"}, {8, 2}), rules_of_colors(8), mask);
  REQUIRE(unknown);
  CHECK(unknown->reason == "its mask has a pixel of colour 3,2,1, which --mask-colors does not list");
  const auto none = read_mask_ids(file, {}, mask);
  REQUIRE(none);
  CHECK(none->reason == "its mask has colours, not ids: give their ids with --mask-colors FILE");
}

TEST_CASE("Mask: colours of other formats than PNG are red first, too") {
  MadeMask mask;
  const std::string file = "P6 3 1 255\n" + std::string("\x80\0\0\0\0\xFF\1\2\3", 9);
  REQUIRE_FALSE(read_mask_ids(file, rules_of_colors(8), mask));
  CHECK(mask.ids.bytes == std::vector<std::uint8_t>{3, 200, 7});
}

TEST_CASE("Mask: one of 0 and 255 alone is black and white, one without 255 or with other ids is not") {
  std::string ids(std::size_t{k_side} * k_side, '\0');
  CHECK_FALSE(remarks_on(ids).black_and_white);
  ids[70] = '\xFF';
  CHECK(remarks_on(ids).black_and_white);
  ids[71] = '\1';
  CHECK_FALSE(remarks_on(ids).black_and_white);
}

TEST_CASE("Mask: an id that --mask-classes does not list is named with its pixels, 255 is one of 8 bits") {
  MaskRules rules;
  rules.allowed = std::vector<bool>(6, true);
  MadeMask mask;
  const auto reason = [&](int width, int height, int id) {
    const auto bad = read_mask_ids(mask_image(width, height, id), rules, mask);
    return bad ? bad->reason : std::string();
  };
  CHECK(reason(2, 1, 6) == "its mask has id 6 in 1 pixel, which --mask-classes does not list");
  CHECK(reason(3, 1, 6) == "its mask has id 6 in 2 pixels, which --mask-classes does not list");
  CHECK(reason(2, 2, 5).empty());
  CHECK(reason(2, 2, 255).empty());  // ignored
  rules.allowed.clear();
  rules.ignore = 0;
  CHECK(reason(2, 2, 255).empty());
  const std::string deep("\1\0", 2);
  const auto bad = read_mask_ids(png_image(1, {deep}, {16, 0}), rules, mask);
  REQUIRE(bad);
  CHECK(bad->reason == "its mask has id 256, and the set's masks have 8 bits");
}

TEST_CASE("Mask: one of another size than its image is bad; both sizes are named where they differ") {
  using enum MaskOrientation;
  CHECK(misfit(30, 20, 6, automatic).empty());
  CHECK(misfit(20, 30, 6, automatic).empty());
  CHECK(misfit(30, 21, 1, automatic) == "its mask is 30x21, and the image is 30x20");
  CHECK(misfit(30, 21, 3, automatic) == "its mask is 30x21, and the image is 30x20");
  const std::string both = ", and the image is 30x20 as stored and 20x30 upright";
  CHECK(misfit(30, 21, 6, automatic) == "its mask is 30x21" + both);
  CHECK(misfit(20, 30, 6, stored) == "its mask is 20x30" + both);
  CHECK(misfit(30, 20, 6, upright) == "its mask is 30x20" + both);
}

TEST_CASE("Mask: one as stored turns with its image, one that is upright stays as it is") {
  SourceFrame image;
  image.width = image.height = 2;
  image.orientation = 3;  // upside down
  for (const MaskOrientation orientation : {MaskOrientation::stored, MaskOrientation::upright}) {
    MaskRules rules;
    rules.orientation = orientation;
    MadeMask mask;
    MaskRemarks remarks;
    const std::string file = mask_image(2, 2, 5);  // 0 in the upper left
    REQUIRE_FALSE(read_mask(file, rules, image, mask, remarks));
    make_mask(rules, image, {{2, 2}, {2, 2}}, mask);
    StoredSamples stored;
    REQUIRE_FALSE(read_png_samples(mask.png, stored));
    const bool is_upright = orientation == MaskOrientation::upright;
    CHECK(remarks.upright == is_upright);
    CHECK(stored.bytes ==
          (is_upright ? std::vector<std::uint8_t>{0, 5, 5, 5} : std::vector<std::uint8_t>{5, 5, 5, 0}));
  }
}

TEST_CASE("Mask: one that stays as it is is stored as its file is compressed, one that is scaled is not") {
  SourceFrame image;
  image.width = image.height = 8;
  const std::string file = mask_image(8, 8, 5);
  MadeMask mask;
  REQUIRE_FALSE(read_mask_ids(file, {}, mask));
  make_mask({}, image, {{8, 8}, {8, 8}}, mask);
  std::string copied;
  copy_gray_png(file, copied);
  CHECK(mask.png == copied);
  CHECK(mask.pixels == MaskPixels{{0, 1}, {5, 63}});
  make_mask({}, image, {{4, 4}, {8, 8}, 2, 2}, mask);  // padded
  StoredSamples stored;
  REQUIRE_FALSE(read_png_samples(mask.png, stored));
  CHECK((stored.width == 8 && stored.height == 8));
  CHECK(stored.bytes[2 * 8 + 2] == 5);
  CHECK(mask.pixels.at(5) == 16);
}
