// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <opencv2/imgcodecs.hpp>

#include "image/jpeg/jpeg_segments.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/data/test_data.hpp"
#include "support/image_checks.hpp"

using namespace tfrec;
using test::Decoded;
using test::odd_image;

namespace {

std::string text_of(const EncodedBytes& bytes) {
  return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("Stored JPEGs are baseline with three components, one for grey, whatever came in") {
  for (const test::Verdict& verdict : test::verdicts()) {
    if (!verdict.accepted || verdict.file == "wider_than_jpeg_can.png") continue;
    INFO(verdict.file);
    for (const ColorPolicy color : {ColorPolicy::rgb, ColorPolicy::gray}) {
      DecodeOptions options;
      options.color = color;
      const Decoded decoded(odd_image(verdict.file), options);
      EncodedBytes encoded;
      REQUIRE_FALSE(codec().encode_jpeg(*decoded.image, 90, encoded));
      const ImageFacts facts = image_facts(text_of(encoded));
      CHECK(facts.format == ImageFormat::jpeg);
      CHECK(facts.jpeg_process == 0);
      CHECK(facts.channels == (color == ColorPolicy::rgb ? 3 : 1));
      CHECK(facts.bits == 8);
      CHECK(facts.exif_orientation == 1);
      CHECK(static_cast<int>(facts.width) == decoded.image->width());
      CHECK_FALSE(check_jpeg_structure(text_of(encoded)));
    }
  }
}

TEST_CASE("What decodes but can't be stored is bad with its reason") {
  const Decoded wide(odd_image("wider_than_jpeg_can.png"));
  EncodedBytes encoded;
  REQUIRE(wide.reason.empty());
  const auto refused = codec().encode_jpeg(*wide.image, 90, encoded);
  REQUIRE(refused);
  CHECK(refused->reason == "65501x1 is too large for JPEG, whose sides are at most 65500");
  CHECK_FALSE(codec().encode_png(*wide.image, encoded));
  CHECK_FALSE(codec().encode_jpeg(*Decoded(odd_image("wide.png")).image, 90, encoded));
}

TEST_CASE("PNG keeps every sample") {
  for (const char* name : {"plain.png", "gray.png", "baseline.jpg"}) {
    DecodeOptions options;
    options.color = ColorPolicy::keep;
    const Decoded decoded(odd_image(name), options);
    EncodedBytes encoded;
    REQUIRE_FALSE(codec().encode_png(*decoded.image, encoded));
    const cv::Mat back = cv::imdecode(encoded, cv::IMREAD_UNCHANGED);
    CHECK(test::difference(*decoded.image, back).empty());
  }
}

TEST_CASE("WebP is stored where OpenCV has it") {
  const Decoded decoded(odd_image("plain.png"));
  EncodedBytes encoded;
  const auto refused = codec().encode_webp(*decoded.image, 80, encoded);
  if (refused) {
    CHECK(!refused->reason.empty());
  } else {
    CHECK(image_facts(text_of(encoded)).format == ImageFormat::webp);
  }
  const Decoded wide(odd_image("wide.png"));
  const auto too_wide = codec().encode_webp(*wide.image, 80, encoded);
  REQUIRE(too_wide);
  CHECK_THAT(too_wide->reason, Catch::ContainsSubstring("too large for WebP"));
}
