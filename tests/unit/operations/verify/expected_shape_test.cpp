// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/expected_shape.hpp"

#include "support/catch.hpp"

using namespace tfrec;

namespace {

std::string read_back(std::string_view text) {
  const auto shape = parse_expected_shape(text);
  return shape ? text_of(*shape) : "none";
}

ImageFacts facts_of(std::uint32_t width, std::uint32_t height, int channels) {
  ImageFacts facts;
  facts.format = ImageFormat::jpeg;
  facts.width = width;
  facts.height = height;
  facts.channels = channels;
  return facts;
}

}  // namespace

TEST_CASE("An expected shape is width, height and perhaps channels") {
  CHECK(read_back("224x224x3") == "224x224x3");
  CHECK(read_back("640x480") == "640x480");
  for (const char* text : {"", "28", "x", "224x", "x224", "224x224x", "224x224x0", "224x224x5", "224x224x3x1",
                           "224x224x33", "0x224", "-1x2", "65501x1", "224x224xRGB", "224X224"}) {
    INFO(text);
    CHECK(read_back(text) == "none");
  }
}

TEST_CASE("An image fits by its stored width, height and channels") {
  const ExpectedShape rgb{640, 480, 3};
  CHECK(rgb.fits(facts_of(640, 480, 3)));
  CHECK(!rgb.fits(facts_of(480, 640, 3)));
  CHECK(!rgb.fits(facts_of(640, 480, 1)));
  const ExpectedShape any{640, 480, 0};
  CHECK(any.fits(facts_of(640, 480, 1)));
  CHECK(describe_mismatch(rgb, facts_of(640, 480, 1)) == "is 640x480x1, not 640x480x3");
  CHECK(describe_mismatch(rgb, facts_of(480, 640, 3)) ==
        "is 480x640x3, not 640x480x3: width and height are swapped");
  CHECK(describe_mismatch(any, facts_of(480, 640, 1)) ==
        "is 480x640, not 640x480: width and height are swapped");
  CHECK(describe_mismatch(any, facts_of(0, 0, 3)) ==
        "its header does not state its size, 640x480 was expected");
}

TEST_CASE("Raw samples are reported by their number, of one byte or four each") {
  const ExpectedShape rgb{8, 8, 3};
  CHECK(rgb.fits_values(192));
  CHECK(!rgb.fits_values(64));
  CHECK(rgb.fits_bytes(192));
  CHECK(rgb.fits_bytes(768));
  CHECK(!rgb.fits_bytes(769));
  CHECK(!rgb.fits_bytes(0));
  const ExpectedShape any{8, 8, 0};
  for (const std::uint64_t bytes : {64U, 192U, 256U, 768U, 1024U}) CHECK(any.fits_bytes(bytes));
  CHECK(!any.fits_bytes(128));
}

TEST_CASE("Few samples are no evidence: a name may be as long") {
  CHECK(!ExpectedShape{1, 1, 3}.fits_bytes(3));
  CHECK(!ExpectedShape{1, 1, 3}.fits_bytes(12));
  CHECK(!ExpectedShape{3, 3, 3}.fits_values(27));
  CHECK(!ExpectedShape{4, 5, 1}.fits_bytes(80));
}

TEST_CASE("Large shapes do not wrap") {
  const ExpectedShape huge{65'500, 65'500, 4};
  CHECK(huge.fits_values(std::uint64_t{65'500} * 65'500 * 4));
  CHECK(!huge.fits_values((std::uint64_t{65'500} * 65'500 * 4) & 0xFFFFFFFFU));
}
