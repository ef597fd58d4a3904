// SPDX-License-Identifier: Apache-2.0
// Each word of each decoding policy, on committed images.
#include <array>
#include <cstdlib>
#include <string>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "support/catch.hpp"
#include "support/data/test_data.hpp"
#include "support/image_checks.hpp"

using namespace tfrec;
using test::Decoded;
using test::difference;
using test::odd_image;
using test::read_by_opencv;

namespace {

using Rgb = std::array<int, 3>;

DecodeOptions with(OrientationPolicy policy) {
  DecodeOptions options;
  options.orientation = policy;
  return options;
}
DecodeOptions with(ColorPolicy policy) {
  DecodeOptions options;
  options.color = policy;
  return options;
}
DecodeOptions with(AlphaPolicy policy, std::array<std::uint8_t, 3> background = {255, 255, 255}) {
  DecodeOptions options;
  options.alpha = policy;
  options.background_rgb = background;
  return options;
}

/// Mirrored first, then turned, as EXIF 2.32 describes tag 0x0112.
cv::Mat upright(const cv::Mat& stored, int orientation) {
  cv::Mat turned;
  const bool mirrored = orientation == 2 || orientation == 4 || orientation == 5 || orientation == 7;
  cv::Mat from = stored.clone();
  if (mirrored) cv::flip(stored, from, 1);
  switch (orientation) {
    case 3:  // upside down
    case 4:
      cv::rotate(from, turned, cv::ROTATE_180);
      return turned;
    case 6:  // lying on its right side
    case 7:
      cv::rotate(from, turned, cv::ROTATE_90_CLOCKWISE);
      return turned;
    case 5:
    case 8:
      cv::rotate(from, turned, cv::ROTATE_90_COUNTERCLOCKWISE);
      return turned;
    default:
      return from;
  }
}

bool is_near(const Rgb& a, const Rgb& b, int tolerance) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (std::abs(a[i] - b[i]) > tolerance) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("Orientation: every value turns as EXIF defines, is left, or is bad") {
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const std::string file = odd_image("exif_" + std::to_string(orientation) + ".jpg");
    INFO("orientation " << orientation);
    const Decoded ignored(file, with(OrientationPolicy::ignore));
    const cv::Mat stored = read_by_opencv(file, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
    CHECK(difference(*ignored.image, stored).empty());
    CHECK_FALSE(ignored.report.turned);
    const Decoded applied(file, with(OrientationPolicy::apply));
    CHECK(difference(*applied.image, upright(stored, orientation)).empty());
    CHECK(applied.report.turned == (orientation != 1));
    const Decoded rejected(file, with(OrientationPolicy::reject));
    CHECK(rejected.reason == (orientation == 1 ? "" : "has EXIF orientation " + std::to_string(orientation)));
  }
}

TEST_CASE("Orientation: other formats follow the same policies") {
  for (const char* name :
       {"exif_6.png", "exif_6_rgba.png", "exif_6.webp", "orientation_6.tif", "exif_cmyk.jpg"}) {
    const std::string file = odd_image(name);
    INFO(name);
    const Decoded applied(file);
    CHECK((applied.image->width() == 32 && applied.image->height() == 48));
    CHECK(is_near(applied.rgb(30, 2), {250, 30, 20}, 40));  // the red corner is now on the right
    CHECK(applied.report.turned);
    const Decoded ignored(file, with(OrientationPolicy::ignore));
    CHECK((ignored.image->width() == 48 && ignored.image->height() == 32));
    CHECK(is_near(ignored.rgb(2, 2), {250, 30, 20}, 40));
    CHECK(Decoded(file, with(OrientationPolicy::reject)).reason == "has EXIF orientation 6");
  }
}

TEST_CASE("Colour: three channels, one, or what the file has") {
  const std::string gray = odd_image("gray.jpg");
  const std::string color = odd_image("baseline.jpg");
  CHECK(Decoded(gray, with(ColorPolicy::rgb)).image->channels() == 3);
  CHECK(Decoded(gray, with(ColorPolicy::gray)).image->channels() == 1);
  CHECK(Decoded(gray, with(ColorPolicy::keep)).image->channels() == 1);
  CHECK(Decoded(color, with(ColorPolicy::rgb)).image->channels() == 3);
  CHECK(Decoded(color, with(ColorPolicy::gray)).image->channels() == 1);
  CHECK(Decoded(color, with(ColorPolicy::keep)).image->channels() == 3);
  for (const char* name :
       {"gray.png", "gray_alpha.png", "gray_16_bit.png", "gray.pgm", "gray.tif", "bits.pbm"}) {
    INFO(name);
    CHECK(Decoded(odd_image(name), with(ColorPolicy::keep)).image->channels() == 1);
  }
  for (const char* name : {"palette.png", "cmyk.jpg", "lossy.webp", "plain.bmp", "cmyk.tif"}) {
    INFO(name);
    CHECK(Decoded(odd_image(name), with(ColorPolicy::keep)).image->channels() == 3);
  }
}

TEST_CASE("Colour: grey equals cv::imread's grey for every accepted image") {
  for (const test::Verdict& verdict : test::verdicts()) {
    if (!verdict.equals_imread) continue;
    INFO(verdict.file);
    const std::string file = odd_image(verdict.file);
    const Decoded gray(file, with(ColorPolicy::gray));
    CHECK(difference(*gray.image, read_by_opencv(file, cv::IMREAD_GRAYSCALE)).empty());
  }
}

TEST_CASE("CMYK and YCCK become the colours they were made from") {
  for (const char* name : {"cmyk.jpg", "cmyk.tif", "cmyk_no_adobe.jpg"}) {
    INFO(name);
    const Decoded decoded(odd_image(name));
    CHECK(decoded.report.cmyk);
    CHECK(is_near(decoded.rgb(4, 4), {250, 30, 20}, 24));
  }
  CHECK(Decoded(odd_image("ycck.jpg")).report.cmyk);
  CHECK_FALSE(Decoded(odd_image("baseline.jpg")).report.cmyk);
}

TEST_CASE("16 bits become 8: the high byte of each sample") {
  const Decoded plain(odd_image("plain.png"));
  for (const char* name : {"rgb_16_bit.png", "rgb_16_bit.tif", "deep.ppm"}) {
    INFO(name);
    const Decoded deep(odd_image(name));
    CHECK(deep.report.source.bits == 16);
    const int tolerance = deep.report.source.format == ImageFormat::tiff ? 1 : 0;  // libtiff rounds
    for (int x = 0; x < 48; ++x) CHECK(is_near(deep.rgb(x, x % 32), plain.rgb(x, x % 32), tolerance));
  }
}

TEST_CASE("Deep samples and CMYK: converted, or bad with the reason") {
  DecodeOptions options;
  options.deep = ConversionPolicy::reject;
  for (const char* name : {"rgb_16_bit.png", "gray_16_bit.png", "gray_16_bit.tif", "deep.ppm"}) {
    INFO(name);
    CHECK(Decoded(odd_image(name)).reason.empty());
    CHECK(Decoded(odd_image(name), options).reason == "has 16-bit samples (--deep error)");
  }
  for (const char* name : {"plain.png", "cmyk.jpg", "gray_1_bit.png"})
    CHECK(Decoded(odd_image(name), options).reason.empty());
  options = {};
  options.cmyk = ConversionPolicy::reject;
  for (const char* name : {"cmyk.jpg", "ycck.jpg", "cmyk_no_adobe.jpg", "cmyk.tif"}) {
    INFO(name);
    CHECK(Decoded(odd_image(name), options).reason == "is CMYK (--cmyk error)");
  }
  for (const char* name : {"rgb_16_bit.png", "rgba.png", "baseline.jpg"})
    CHECK(Decoded(odd_image(name), options).reason.empty());
}

TEST_CASE("Transparency: dropped, laid over a colour, or bad") {
  // Opacity runs from 0 in column 0 to 255 in column 47.
  for (const char* name : {"rgba.png", "rgba_16_bit.png", "lossless_alpha.webp", "rgba.bmp", "rgba.tif"}) {
    const std::string file = odd_image(name);
    INFO(name);
    CHECK(Decoded(file, with(AlphaPolicy::reject)).reason == "has transparency");
    const Decoded blended(file, with(AlphaPolicy::blend, {0, 100, 200}));
    CHECK(blended.report.blended);
    CHECK(blended.rgb(0, 20) == Rgb{0, 100, 200});
    const Rgb color = Decoded(odd_image("plain.png")).rgb(47, 20);
    CHECK(is_near(blended.rgb(47, 20), color, 0));
    for (int x = 1; x < 47; ++x) {
      const Rgb from = Decoded(odd_image("plain.png")).rgb(x, 20);
      const int alpha = x * 255 / 47;
      const Rgb expected{from[0] * alpha / 255, (from[1] * alpha + 100 * (255 - alpha)) / 255,
                         (from[2] * alpha + 200 * (255 - alpha)) / 255};
      CHECK(is_near(blended.rgb(x, 20), expected, 2));
    }
  }
}

TEST_CASE("Transparency: a transparent colour is laid over, too") {
  for (const char* name : {"rgb_trns.png", "gray_trns.png", "rgb_16_bit_trns.png"}) {
    const std::string file = odd_image(name);
    INFO(name);
    const Decoded dropped(file);
    const Decoded blended(file, with(AlphaPolicy::blend, {1, 2, 3}));
    CHECK(blended.report.blended);
    CHECK(blended.rgb(3, 3) == Rgb{1, 2, 3});  // the corner's colour is the transparent one
    CHECK(blended.rgb(40, 20) == dropped.rgb(40, 20));
    CHECK(Decoded(file, with(AlphaPolicy::reject)).reason == "has transparency");
  }
  const Decoded palette(odd_image("palette_trns.png"), with(AlphaPolicy::blend));
  CHECK(palette.report.blended);
}

TEST_CASE("Transparency: where OpenCV loses it, blending is refused, not skipped") {
  const std::string file = odd_image("gray_alpha.tif");
  CHECK(Decoded(file).reason.empty());
  CHECK(Decoded(file, with(AlphaPolicy::blend)).reason == "its transparency can't be blended with a colour");
}

TEST_CASE("Transparency: opaque images stay as they are under every policy") {
  const Decoded dropped(odd_image("plain.png"));
  for (const AlphaPolicy policy : {AlphaPolicy::blend, AlphaPolicy::reject}) {
    const Decoded other(odd_image("plain.png"), with(policy));
    CHECK(other.reason.empty());
    CHECK_FALSE(other.report.blended);
    CHECK(other.rgb(9, 9) == dropped.rgb(9, 9));
  }
}

TEST_CASE("Transparency: a blended image is turned and made grey, too") {
  DecodeOptions options = with(AlphaPolicy::blend, {0, 0, 255});
  const Decoded turned(odd_image("exif_6_rgba.png"), options);
  CHECK((turned.image->width() == 32 && turned.image->height() == 48));
  CHECK(turned.rgb(16, 0) == Rgb{0, 0, 255});  // the transparent column is now the top row
  options.color = ColorPolicy::gray;
  const Decoded gray(odd_image("rgba.png"), options);
  CHECK(gray.image->channels() == 1);
  CHECK(gray.rgb(0, 0)[0] == 29);  // the luma of blue
}

TEST_CASE("A reduced decode gives a half, a quarter, an eighth, rounded up") {
  for (const unsigned reduction : {1U, 2U, 4U, 8U}) {
    DecodeOptions options;
    options.reduction = reduction;
    const Decoded decoded(odd_image("17x13.jpg"), options);
    CHECK(decoded.image->width() == static_cast<int>((17 + reduction - 1) / reduction));
    CHECK(decoded.image->height() == static_cast<int>((13 + reduction - 1) / reduction));
    const Decoded turned(odd_image("exif_6.jpg"), options);
    CHECK(turned.image->width() == static_cast<int>(32 / reduction));
  }
}
