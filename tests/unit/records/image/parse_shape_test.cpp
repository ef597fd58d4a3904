// SPDX-License-Identifier: Apache-2.0
#include "records/image/raw_images.hpp"
#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("A shape is height, width and 1 or 3 channels, each side from 1 to 65535") {
  CHECK(parse_shape("2x3x1") == ValueShape{2, 3, 1});
  CHECK(parse_shape("65535x1x3") == ValueShape{65'535, 1, 3});
  for (const char* text :
       {"", "2x3", "2x3x2", "2x3x1x1", "0x3x1", "-2x3x1", "65536x3x1", "2 x3x1", "2X3X1"}) {
    INFO(text);
    CHECK_FALSE(parse_shape(text));
  }
}

TEST_CASE("A shape with an x behind it was accepted") {
  CHECK_FALSE(parse_shape("2x3x1x"));
  CHECK_FALSE(parse_shape("x2x3x1"));
  CHECK_FALSE(parse_shape("2xx3x1"));
}
