// SPDX-License-Identifier: Apache-2.0
#include "image/facts/image_facts.hpp"

#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/test_data.hpp"

using namespace tfrec;
using namespace std::string_literals;

namespace {

std::string big(std::uint32_t value, int bytes) {
  std::string out;
  for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>((value >> (8 * i)) & 0xFF);
  return out;
}

std::string little(std::uint32_t value, int bytes) {
  const std::string reversed = big(value, bytes);
  return {reversed.rbegin(), reversed.rend()};
}

std::string segment(std::uint8_t marker, const std::string& content) {
  return "\xFF"s + static_cast<char>(marker) + big(static_cast<std::uint32_t>(content.size() + 2), 2) +
         content;
}

std::string frame_header(std::uint8_t marker, int width, int height, int components) {
  return segment(marker, "\x08" + big(static_cast<std::uint32_t>(height), 2) +
                             big(static_cast<std::uint32_t>(width), 2) + static_cast<char>(components));
}

/// A TIFF structure with one directory of SHORT values.
std::string tiff(bool is_little, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& shorts) {
  const auto number = is_little ? little : big;
  std::string out = is_little ? "II" : "MM";
  out += number(42, 2) + number(8, 4) + number(static_cast<std::uint32_t>(shorts.size()), 2);
  for (const auto& [tag, value] : shorts)
    out += number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + "\0\0"s;
  return out + number(0, 4);
}

std::string exif(int orientation, bool is_little) {
  return segment(
      0xE1, "Exif\0\0"s + tiff(is_little, {{0x010F, 7}, {0x0112, static_cast<std::uint32_t>(orientation)}}));
}

std::string jpeg(const std::string& segments) {
  return "\xFF\xD8" + segments + segment(0xDA, "\x01\x01\x00\x00\x3F\x00"s) + "\x12\x34\xFF\xD9";
}

std::string png(std::uint8_t color_type) {
  return "\x89PNG\r\n\x1A\n" + big(13, 4) + "IHDR" + big(640, 4) + big(480, 4) + "\x08" +
         static_cast<char>(color_type) + "\0\0\0"s + big(0, 4);
}

std::string webp(const std::string& chunk) {
  return "RIFF" + little(100, 4) + "WEBP" + chunk + std::string(20, '\0');
}

std::string bmp(std::uint32_t height, std::uint32_t bits) {
  return "BM" + std::string(12, '\0') + little(40, 4) + little(640, 4) + little(height, 4) + little(1, 2) +
         little(bits, 2) + std::string(24, '\0');
}

void check(const ImageFacts& facts, ImageFormat format, std::uint32_t width, std::uint32_t height,
           int channels) {
  CHECK(facts.format == format);
  CHECK(facts.width == width);
  CHECK(facts.height == height);
  CHECK(facts.channels == channels);
}

/// One valid header of each kind.
std::vector<std::string> samples() {
  return {jpeg(exif(6, true) + frame_header(0xC2, 640, 480, 3)),
          png(2),
          bmp(480, 24),
          tiff(true, {{256, 640}, {257, 480}}),
          webp("VP8X"s + little(10, 4) + "\x10\0\0\0"s + little(639, 3) + little(479, 3)),
          webp("VP8L"s + little(10, 4) + "\x2F" + little(639 | (479 << 14), 4)),
          "P6\n# made\n640 480\n255\n"s,
          "P7\nWIDTH 640\nHEIGHT 480\nDEPTH 4\nENDHDR\n"s,
          "GIF89a" + little(640, 2) + little(480, 2)};
}

}  // namespace

TEST_CASE("Each format that is decoded has facts: its size must be known before") {
  for (const FormatInfo& row : image_formats()) CHECK((!row.is_decodable || row.read_facts != nullptr));
}

TEST_CASE("JPEG: dimensions, components and kind come from the frame header") {
  const ImageFacts baseline = image_facts(jpeg(frame_header(0xC0, 640, 480, 3)));
  check(baseline, ImageFormat::jpeg, 640, 480, 3);
  CHECK_FALSE(baseline.progressive);
  CHECK(baseline.exif_orientation == 1);
  check(image_facts(jpeg(frame_header(0xC1, 65535, 1, 1))), ImageFormat::jpeg, 65535, 1, 1);
  CHECK(image_facts(jpeg(frame_header(0xC2, 640, 480, 4))).progressive);
}

TEST_CASE("JPEG: tables, fill bytes and lone markers before the frame header are passed over") {
  const std::string tables =
      segment(0xE0, "JFIF\0"s) + segment(0xC4, std::string(30, 'x')) + segment(0xCC, "xx");
  const ImageFacts facts = image_facts(jpeg(tables + "\xFF\xFF\xFF\x01" + frame_header(0xC0, 640, 480, 3)));
  check(facts, ImageFormat::jpeg, 640, 480, 3);
}

TEST_CASE("JPEG: a thumbnail inside EXIF is not taken for the image") {
  const std::string thumbnail =
      segment(0xE1, "Exif\0\0"s + tiff(true, {}) + jpeg(frame_header(0xC0, 160, 120, 3)));
  check(image_facts(jpeg(thumbnail + frame_header(0xC0, 640, 480, 3))), ImageFormat::jpeg, 640, 480, 3);
}

TEST_CASE("JPEG: EXIF orientation in both byte orders; out of range is 1") {
  for (const bool is_little : {true, false}) {
    for (int orientation = 1; orientation <= 8; ++orientation) {
      CHECK(image_facts(jpeg(exif(orientation, is_little) + frame_header(0xC0, 8, 8, 3))).exif_orientation ==
            orientation);
    }
    CHECK(image_facts(jpeg(exif(0, is_little))).exif_orientation == 1);
    CHECK(image_facts(jpeg(exif(9, is_little))).exif_orientation == 1);
  }
}

TEST_CASE("JPEG: no dimensions where the frame header is missing or behind the scan") {
  check(image_facts(jpeg("")), ImageFormat::jpeg, 0, 0, 0);
  check(image_facts(jpeg("") + frame_header(0xC0, 640, 480, 3)), ImageFormat::jpeg, 0, 0, 0);
  check(image_facts("\xFF\xD8\xFF"), ImageFormat::jpeg, 0, 0, 0);
}

TEST_CASE("PNG: color types") {
  check(image_facts(png(0)), ImageFormat::png, 640, 480, 1);
  check(image_facts(png(2)), ImageFormat::png, 640, 480, 3);
  check(image_facts(png(3)), ImageFormat::png, 640, 480, 3);
  check(image_facts(png(4)), ImageFormat::png, 640, 480, 2);
  check(image_facts(png(6)), ImageFormat::png, 640, 480, 4);
}

TEST_CASE("WebP: lossy, lossless and extended") {
  const std::string lossy =
      "VP8 "s + little(10, 4) + "\0\0\0\x9D\x01\x2A"s + little(640, 2) + little(480 | 0x4000, 2);
  check(image_facts(webp(lossy)), ImageFormat::webp, 640, 480, 3);
  check(image_facts(samples()[5]), ImageFormat::webp, 640, 480, 3);
  check(image_facts(samples()[4]), ImageFormat::webp, 640, 480, 4);
}

TEST_CASE("BMP: a negative height means rows from the top") {
  check(image_facts(bmp(480, 24)), ImageFormat::bmp, 640, 480, 3);
  check(image_facts(bmp(0U - 480U, 32)), ImageFormat::bmp, 640, 480, 4);
}

TEST_CASE("TIFF: the first directory in both byte orders") {
  for (const bool is_little : {true, false}) {
    const ImageFacts facts = image_facts(tiff(is_little, {{256, 640}, {257, 480}, {277, 3}, {0x0112, 6}}));
    check(facts, ImageFormat::tiff, 640, 480, 3);
    CHECK(facts.exif_orientation == 6);
  }
}

TEST_CASE("PNM: plain, raw and PAM, with comments") {
  check(image_facts("P6\n# by hand\n640 # width\n480\n255\n"), ImageFormat::pnm, 640, 480, 3);
  check(image_facts("P5 640 480 255 "), ImageFormat::pnm, 640, 480, 1);
  check(image_facts(samples()[7]), ImageFormat::pam, 640, 480, 4);
  check(image_facts("P6\n99999999999999999999 480\n255\n"), ImageFormat::pnm, 0, 480, 3);
}

TEST_CASE("PNM: a comment ends at a lone CR, too, so that no other size hides behind it") {
  const ImageFacts facts = image_facts("P5\n#\r30000 20000\n10 10 255\n");
  CHECK(facts.width == 30000);
  CHECK(facts.height == 20000);
}

TEST_CASE("What is no decodable image is named") {
  const std::vector<std::pair<std::string, ImageFormat>> cases{
      {"", ImageFormat::empty},
      {"GIF89a" + little(640, 2) + little(480, 2), ImageFormat::gif},
      {"\x93NUMPY\x01\x00"s, ImageFormat::npy},
      {big(24, 4) + "ftypheic" + big(0, 4) + "mif1heic", ImageFormat::heic},
      {big(24, 4) + "ftypmif1" + big(0, 4) + "mif1avif", ImageFormat::avif},
      {"<?xml version=\"1.0\"?>\n<svg xmlns=\"x\">", ImageFormat::svg},
      {"\n<!DOCTYPE HTML>\n<html>", ImageFormat::html},
      {"version https://git-lfs.github.com/spec/v1\n", ImageFormat::lfs_pointer},
      {"\xFF\x0A" + std::string(9, '\0'), ImageFormat::jpeg_xl},
      {"\0\0\0\x0CJXL \r\n\x87\n"s, ImageFormat::jpeg_xl},
      {"\0\0\0\x0CjP  \r\n\x87\n"s, ImageFormat::jpeg_2000},
      {"BMW is no bitmap, however long the text goes on", ImageFormat::text},
      {std::string(64, '\0'), ImageFormat::unknown},
  };
  for (const auto& [bytes, format] : cases) {
    INFO(info(format).phrase);
    CHECK(sniff_format(bytes) == format);
    CHECK_FALSE(info(format).is_decodable);
  }
  for (const std::string& sample : samples()) {
    const bool is_other = sample[0] == 'G' || sample.starts_with("P7");
    CHECK(info(sniff_format(sample)).is_decodable != is_other);
  }
}

TEST_CASE("Cut and damaged headers are read without leaving the bytes") {
  std::mt19937 random(7);  // NOLINT: the same cases each run
  for (const std::string& sample : samples()) {
    check(image_facts(sample), sniff_format(sample), 640, 480, image_facts(sample).channels);
    for (std::size_t length = 0; length <= sample.size(); ++length) {
      // A heap block of exactly this size, so that AddressSanitizer sees a step outside.
      const std::vector<char> cut(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(length));
      const ImageFacts facts = image_facts({cut.data(), cut.size()});
      CHECK((facts.exif_orientation >= 1 && facts.exif_orientation <= 8));
    }
    for (int i = 0; i < 2000; ++i) {
      std::vector<char> damaged(sample.begin(), sample.end());
      for (int k = 0; k < 3; ++k) damaged[random() % damaged.size()] = static_cast<char>(random());
      const ImageFacts facts = image_facts({damaged.data(), damaged.size()});
      if (facts.exif_orientation < 1 || facts.exif_orientation > 8 || facts.channels < 0)
        FAIL("out of range");
    }
  }
}

TEST_CASE("JPEG: whether libjpeg has to keep all coefficients is known from the first scan") {
  for (const auto& [name, several] : {std::pair{"baseline.jpg", false},
                                      {"gray.jpg", false},
                                      {"progressive.jpg", true},
                                      {"separate_scans.jpg", true},
                                      {"arithmetic.jpg", false},
                                      {"arithmetic_progressive.jpg", true}}) {
    INFO(name);
    CHECK(image_facts(test::odd_image(name)).several_scans == several);
  }
}
