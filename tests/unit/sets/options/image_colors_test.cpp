// SPDX-License-Identifier: Apache-2.0
#include "sets/options/image_colors.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Colours are words, six digits behind '#', or three numbers") {
  RgbColor color{};
  CHECK((take_color("white", color) && color == RgbColor{255, 255, 255}));
  CHECK((take_color("gray", color) && color == RgbColor{128, 128, 128}));
  CHECK((take_color("#0a1B2c", color) && color == RgbColor{10, 27, 44}));
  CHECK((take_color("0,128,255", color) && color == RgbColor{0, 128, 255}));
  CHECK(color_text(color) == "#0080ff");
}

TEST_CASE("A text that is no colour leaves the colour as it was") {
  RgbColor color{1, 2, 3};
  for (const char* text : {"", "#", "#12345", "#1234567", "#12345g", "red", "1,2", "1,2,256", "1,2,-3",
                           "1,2,3,4", "1, 2, 3", "WHITE"}) {
    INFO(text);
    CHECK_FALSE(take_color(text, color));
    CHECK(color == RgbColor{1, 2, 3});
  }
}

TEST_CASE("--alpha and its text are inverse") {
  for (const char* text : {"drop", "error", "#102030"}) {
    DecodeOptions options;
    CHECK(take_alpha(text, options));
    CHECK(alpha_text(options) == text);
  }
  DecodeOptions options;
  CHECK_FALSE(take_alpha("mauve", options));
}
