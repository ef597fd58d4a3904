// SPDX-License-Identifier: Apache-2.0
#include "records/masks/place_mask.hpp"

#include <string>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

StoredSamples ids(int width, int height, const std::string& bytes) {
  StoredSamples samples{width, height, 1, 8, {}};
  samples.bytes.assign(bytes.begin(), bytes.end());
  return samples;
}

std::string placed(int orientation, const Placement& at, const std::string& bytes = "abcdef") {
  StoredSamples to;
  place_mask(ids(3, 2, bytes), orientation, at, {'.', 8}, to);
  return {to.bytes.begin(), to.bytes.end()};
}

Placement whole(int width, int height) {
  return {{width, height}, {width, height}};
}

}  // namespace

TEST_CASE("Masks are turned as EXIF 2.32 defines its orientations") {
  CHECK(placed(1, whole(3, 2)) == "abcdef");
  CHECK(placed(2, whole(3, 2)) == "cbafed");
  CHECK(placed(3, whole(3, 2)) == "fedcba");
  CHECK(placed(4, whole(3, 2)) == "defabc");
  CHECK(placed(5, whole(2, 3)) == "adbecf");
  CHECK(placed(6, whole(2, 3)) == "daebfc");
  CHECK(placed(7, whole(2, 3)) == "fcebda");
  CHECK(placed(8, whole(2, 3)) == "cfbead");
}

TEST_CASE("Masks are scaled to the id at the centre of each pixel, cropped and padded") {
  CHECK(placed(1, whole(6, 2)) == "aabbccddeeff");
  CHECK(placed(1, whole(1, 1)) == "e");  // column (1 * 3) / 2 = 1, row (1 * 2) / 2 = 1
  CHECK(placed(1, {{3, 2}, {1, 2}, -1, 0}) == "be");
  CHECK(placed(1, {{3, 2}, {5, 3}, 1, 1}) ==
        ".....\x2E"
        "abc..def.");
  CHECK(placed(6, {{2, 3}, {4, 3}, 1, 0}) == ".da..eb..fc.");
}

TEST_CASE("Ids of 8 bits become ids of 16 bits, and pixels are counted by id") {
  StoredSamples to;
  place_mask(ids(3, 2, "aabbbc"), 1, {{3, 2}, {3, 3}, 0, 0}, {400, 16}, to);
  CHECK(to.bits == 16);
  CHECK(pixels_by_id(to) == MaskPixels{{'a', 2}, {'b', 3}, {'c', 1}, {400, 3}});
  const std::string runs = std::string(17, 'x') + "y" + std::string(30, 'x') + std::string(13, 'y');
  CHECK(pixels_by_id(ids(61, 1, runs)) == MaskPixels{{'x', 47}, {'y', 14}});
}

TEST_CASE("Ids of 16 bits become ids of 8 bits, and padding has the ignored id") {
  StoredSamples from = ids(2, 1, std::string("\x03\x00\x07\x00", 4));
  from.bits = 16;
  StoredSamples to;
  place_mask(from, 1, {{2, 1}, {3, 1}, 0, 0}, {255, 8}, to);
  CHECK(to.bits == 8);
  CHECK(to.bytes == std::vector<std::uint8_t>{3, 7, 255});
}
