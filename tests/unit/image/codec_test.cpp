// SPDX-License-Identifier: Apache-2.0
// The plain path against OpenCV in the same process: equal in every pixel, equal in every encoded byte.
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>

#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/image_checks.hpp"

using namespace tfrec;
using test::Decoded;
using test::difference;
using test::jpeg_image;
using test::ppm_image;
using test::read_by_opencv;

namespace {

std::string refusal(const std::string& file, const DecodeOptions& options = {}) {
  const Decoded decoded(file, options);
  return decoded.reason.empty() ? "accepted" : decoded.reason;
}

}  // namespace

TEST_CASE("A decoded image equals cv::imread's, a stored JPEG cv::imencode's") {
  DecodeReport report;
  const auto image = codec().new_pixels();  // used again and again, as workers do
  const std::vector<std::string> files{jpeg_image(61, 47), jpeg_image(16, 16, 2, 30),
                                       jpeg_image(1, 1),   jpeg_image(200, 3),
                                       ppm_image(33, 20),  jpeg_image(640, 481, 3, 100)};
  for (const std::string& file : files) {
    const cv::Mat expected = read_by_opencv(file);
    REQUIRE_FALSE(codec().decode(file, {}, *image, report));
    CHECK(difference(*image, expected).empty());
    EncodedBytes encoded;
    std::vector<std::uint8_t> expected_bytes;
    REQUIRE_FALSE(codec().encode_jpeg(*image, 95, encoded));
    cv::imencode(".jpg", expected, expected_bytes, {cv::IMWRITE_JPEG_QUALITY, 95});
    CHECK(encoded == expected_bytes);
  }
}

TEST_CASE("Grey images equal cv::imread's, too") {
  DecodeOptions options;
  options.color = ColorPolicy::gray;
  DecodeReport report;
  const auto image = codec().new_pixels();
  const std::string file = jpeg_image(61, 47);
  REQUIRE_FALSE(codec().decode(file, options, *image, report));
  CHECK(difference(*image, read_by_opencv(file, cv::IMREAD_GRAYSCALE)).empty());
}

TEST_CASE("A JPEG cut short anywhere is bad") {
  const std::string file = jpeg_image(64, 64);
  for (std::size_t size = 0; size < file.size(); size += 7) {
    INFO("the first " << size << " of " << file.size() << " bytes");
    CHECK(refusal(file.substr(0, size)) != "accepted");
  }
  CHECK(refusal(file.substr(0, file.size() - 1)) != "accepted");  // half an end marker
  CHECK(refusal(file) == "accepted");
}

TEST_CASE("What is no image is named") {
  CHECK(refusal("") == "the file is empty");
  CHECK(refusal("just some words") == "not an image: text");
  CHECK_THAT(refusal("<!DOCTYPE html><html></html>"), Catch::ContainsSubstring("HTML"));
}

TEST_CASE("An image of more pixels than allowed is refused before it is decoded") {
  DecodeOptions options;
  options.max_pixels = 100;
  CHECK(refusal(jpeg_image(11, 10), options) == "11x10 is more than --max-pixels 100");
  CHECK(refusal(jpeg_image(10, 10), options) == "accepted");
}
