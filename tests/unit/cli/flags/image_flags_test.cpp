// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "unit/cli/parsing.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

/// Each value is refused with the option's name and this message.
void check_refused(const std::string& option, const std::vector<std::string>& values,
                   const std::string& message) {
  for (const std::string& value : values) {
    INFO(option << " '" << value << "'");
    const std::string refusal = build_refusal({option + "=" + value});
    CHECK_THAT(refusal, ContainsSubstring(option));
    CHECK_THAT(refusal, ContainsSubstring(message));
  }
}

}  // namespace

TEST_CASE("Options of images are as documented where none is given") {
  const BuildOptions options = build_options_of({});
  CHECK(options.images == "images");
  CHECK(options.image.quality == 95);
  CHECK(options.image.encoding == Encoding::reencode);
  CHECK(options.image.check == Check::full);
  CHECK(options.image.decode.max_pixels == 178'956'970);
  CHECK(options.image.decode.orientation == OrientationPolicy::apply);
  CHECK(options.image.decode.alpha == AlphaPolicy::drop);
  CHECK(options.image.resize.width == 0);
  CHECK(options.image.sizes.empty());
  CHECK_FALSE(options.filter.wanted());
  CHECK(options.max_bad.count == 0);
  CHECK_FALSE(options.max_bad.percent);
}

TEST_CASE("--size takes one side or two") {
  const ResizeOptions square = build_options_of({"--size", "224"}).image.resize;
  CHECK((square.width == 224 && square.height == 224));
  const ResizeOptions wide = build_options_of({"--size", "640x480"}).image.resize;
  CHECK((wide.width == 640 && wide.height == 480));
  check_refused("--size", {"0", "0x1", "-3", "ten", "10x", "x10", "1x2x3", "8.5", " 8", "65501"},
                "write 224 or 640x480");
}

TEST_CASE("--sizes collects the items of all lists, each size once") {
  const BuildOptions options = build_options_of({"--sizes", "16,40", "--sizes", "64x48"});
  CHECK(options.image.sizes == std::vector<Extent>{{16, 16}, {40, 40}, {64, 48}});
  check_refused("--sizes", {"1,1", "16x16,16"}, "is listed twice");
  check_refused("--sizes", {"8,,9", ",8", "8,", ","}, "an item of the list is empty");
  check_refused("--sizes", {"8,0", "8,x"}, "write 192,224,331,512");
  CHECK_THAT(build_refusal({"--sizes", "8", "--size", "9"}),
             ContainsSubstring("--size and --sizes can't be used together"));
}

TEST_CASE("--max-bad is a count or a share") {
  CHECK(build_options_of({"--max-bad", "3"}).max_bad.count == 3);
  CHECK(build_options_of({"--max-bad", "1.5%"}).max_bad.percent == 1.5);
  CHECK(build_options_of({"--max-bad", "100%"}).max_bad.percent == 100);
  check_refused("--max-bad",
                {"-1", "0x10", " 1", "1_000", "nan", "inf", "1e30", "101%", "200%", "-1%", "%", "1.5"},
                "write a count (3) or a share (1%)");
}

TEST_CASE("--alpha and --pad-color take words and colours") {
  CHECK(build_options_of({"--alpha", "error"}).image.decode.alpha == AlphaPolicy::reject);
  const DecodeOptions blended = build_options_of({"--alpha", "#102030"}).image.decode;
  CHECK(blended.alpha == AlphaPolicy::blend);
  CHECK(blended.background_rgb == std::array<std::uint8_t, 3>{16, 32, 48});
  CHECK(build_options_of({"--pad-color", "white"}).image.resize.pad_rgb ==
        std::array<std::uint8_t, 3>{255, 255, 255});
  check_refused("--alpha", {"x", "mauve", "#12345", "#1234567"}, "write drop, error, or a background colour");
  check_refused("--pad-color", {"x", "drop", "#12"}, "write black, white, gray or #rrggbb");
}

TEST_CASE("Filters take sizes and a ratio of at least 1") {
  const ImageFilter filter =
      build_options_of({"--min-size", "32x40", "--max-size", "120", "--max-aspect", "1.5"}).filter;
  CHECK(filter.min_size == Extent{32, 40});
  CHECK(filter.max_size == Extent{120, 120});
  CHECK(filter.max_aspect == 1.5);
  check_refused("--min-size", {"0", "ten", "-3", "10x"}, "write 224 or 640x480");
  check_refused("--max-size", {"0", "ten", "-3", "10x"}, "write 224 or 640x480");
  check_refused("--max-aspect", {"0.5", "inf", "nan", "wide", "65501"},
                "write the longer side divided by the shorter");
}

TEST_CASE("Choices among words name the nearest one") {
  const ImageOptions image =
      build_options_of({"--fit", "pad", "--encode", "auto", "--color", "gray", "--orientation", "ignore",
                        "--deep", "error", "--cmyk", "error", "--check", "structure"})
          .image;
  CHECK(image.resize.fit == Fit::pad);
  CHECK(image.encoding == Encoding::automatic);
  CHECK(image.decode.color == ColorPolicy::gray);
  CHECK(image.decode.orientation == OrientationPolicy::ignore);
  CHECK(image.decode.deep == ConversionPolicy::reject);
  CHECK(image.decode.cmyk == ConversionPolicy::reject);
  CHECK(image.check == Check::structure);
  CHECK_THAT(build_refusal({"--fit", "strech"}), ContainsSubstring("did you mean 'stretch'?"));
  check_refused("--encode", {"jpg", "AUTO"}, "is none of reencode, copy, auto, png, webp");
}

TEST_CASE("--quality is from 1 to 100") {
  CHECK(build_options_of({"--quality", "1"}).image.quality == 1);
  CHECK(build_options_of({"--quality", "100"}).image.quality == 100);
  check_refused("--quality", {"0", "101", "9.5", "high", "-1"}, "is not a whole number from 1 to 100");
}
