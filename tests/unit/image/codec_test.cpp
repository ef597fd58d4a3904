// SPDX-License-Identifier: Apache-2.0
// The plain path against OpenCV in the same process: equal in every pixel, equal in every encoded byte.
#include "image/codec.hpp"

#include <cstring>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>

#include "support/catch.hpp"
#include "support/pictures.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using test::jpeg_picture;
using test::ppm_picture;

namespace {

cv::Mat read_by_opencv(const std::string& file, int mode) {
  const test::ScratchFolder scratch;
  return cv::imread(scratch.write("picture", file).string(), mode);
}

void check_equal(const Picture& picture, const cv::Mat& expected) {
  REQUIRE(picture.width() == expected.cols);
  REQUIRE(picture.height() == expected.rows);
  REQUIRE(picture.channels() == expected.channels());
  const std::size_t row_bytes = static_cast<std::size_t>(expected.cols) * expected.elemSize();
  for (int y = 0; y < expected.rows; ++y)
    REQUIRE(std::memcmp(picture.row(y), expected.ptr(y), row_bytes) == 0);
}

std::string refusal(const std::string& file, const DecodeOptions& options = {}) {
  DecodeReport report;
  const auto picture = codec().new_picture();
  const auto rejected = codec().decode(file, options, *picture, report);
  return rejected ? rejected->reason : "accepted";
}

/// The JPEG with an EXIF segment that says `orientation` put behind its SOI.
std::string with_orientation(const std::string& jpeg, int orientation) {
  std::string exif("Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", 24);
  exif += static_cast<char>(orientation);
  exif += std::string(7, '\0');
  std::string segment = "\xff\xe1";
  segment += '\0';
  segment += static_cast<char>(exif.size() + 2);
  return jpeg.substr(0, 2) + segment + exif + jpeg.substr(2);
}

}  // namespace

TEST_CASE("A decoded picture equals cv::imread's, a stored JPEG cv::imencode's") {
  DecodeReport report;
  const auto picture = codec().new_picture();  // used again and again, as workers do
  const std::vector<std::string> files{jpeg_picture(61, 47), jpeg_picture(16, 16, 2, 30),
                                       jpeg_picture(1, 1),   jpeg_picture(200, 3),
                                       ppm_picture(33, 20),  jpeg_picture(640, 481, 3, 100)};
  for (const std::string& file : files) {
    const cv::Mat expected = read_by_opencv(file, cv::IMREAD_COLOR);
    REQUIRE_FALSE(codec().decode(file, {}, *picture, report));
    check_equal(*picture, expected);
    EncodedBytes encoded;
    std::vector<std::uint8_t> expected_bytes;
    REQUIRE_FALSE(codec().encode_jpeg(*picture, 95, encoded));
    cv::imencode(".jpg", expected, expected_bytes, {cv::IMWRITE_JPEG_QUALITY, 95});
    CHECK(encoded == expected_bytes);
  }
}

TEST_CASE("Grey pictures equal cv::imread's, too") {
  DecodeOptions options;
  options.color = ColorPolicy::gray;
  DecodeReport report;
  const auto picture = codec().new_picture();
  const std::string file = jpeg_picture(61, 47);
  REQUIRE_FALSE(codec().decode(file, options, *picture, report));
  check_equal(*picture, read_by_opencv(file, cv::IMREAD_GRAYSCALE));
}

TEST_CASE("Every EXIF orientation is applied as cv::imread does") {
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const std::string file = with_orientation(jpeg_picture(40, 24), orientation);
    DecodeReport report;
    const auto picture = codec().new_picture();
    REQUIRE_FALSE(codec().decode(file, {}, *picture, report));
    INFO("orientation " << orientation);
    check_equal(*picture, read_by_opencv(file, cv::IMREAD_COLOR));
    CHECK(picture->width() == (orientation >= 5 ? 24 : 40));
  }
}

TEST_CASE("A JPEG cut short anywhere is bad") {
  const std::string file = jpeg_picture(64, 64);
  for (std::size_t size = 0; size < file.size(); size += 7) {
    INFO("the first " << size << " of " << file.size() << " bytes");
    CHECK(refusal(file.substr(0, size)) != "accepted");
  }
  CHECK(refusal(file.substr(0, file.size() - 1)) != "accepted");  // half an end marker
  CHECK(refusal(file) == "accepted");
}

TEST_CASE("What is no picture is named") {
  CHECK(refusal("") == "the file is empty");
  CHECK(refusal("just some words") == "not an image: text");
  CHECK_THAT(refusal("<!DOCTYPE html><html></html>"), Catch::ContainsSubstring("HTML"));
}

TEST_CASE("A picture of more pixels than allowed is refused before it is decoded") {
  DecodeOptions options;
  options.max_pixels = 100;
  CHECK(refusal(jpeg_picture(11, 10), options) == "11x10 is more than --max-pixels 100");
  CHECK(refusal(jpeg_picture(10, 10), options) == "accepted");
}
