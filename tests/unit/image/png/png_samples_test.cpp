// SPDX-License-Identifier: Apache-2.0
#include "image/png/png_samples.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "image/facts/png_checksum.hpp"
#include "image/png/gray_png_writer.hpp"
#include "image/png/plain_png.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

std::vector<std::string> noise(std::size_t width, std::size_t height) {
  std::mt19937 random(7);
  std::vector<std::string> rows(height, std::string(width, '\0'));
  for (std::string& row : rows) {
    for (char& sample : row) sample = static_cast<char>(random());
  }
  return rows;
}

std::string text(const StoredSamples& samples) {
  return {samples.bytes.begin(), samples.bytes.end()};
}

std::string joined(const std::vector<std::string>& rows) {
  std::string all;
  for (const std::string& row : rows) all += row;
  return all;
}

std::string reason(const std::string& file) {
  StoredSamples samples;
  const auto bad = read_png_samples(file, samples);
  return bad ? bad->reason : "";
}

/// A chunk with its length before `named` and its checksum behind.
std::string with_checksum(const std::string& named) {
  const std::uint32_t crc = png_checksum(named);
  std::string chunk = named;
  for (int shift = 24; shift >= 0; shift -= 8) chunk += static_cast<char>(crc >> shift);
  return std::string("\0\0\0", 3) + static_cast<char>(named.size() - 4) + chunk;
}

}  // namespace

TEST_CASE("PNG: bytes of every filter come back without libpng, and with it") {
  const auto rows = noise(37, 21);
  for (int filter = 0; filter <= 4; ++filter) {
    for (const int color_type : {0, 3}) {
      const std::string file = png_image(37, rows, {8, color_type, filter}, 50);
      StoredSamples samples;
      REQUIRE(read_plain_png(file, samples));
      CHECK(text(samples) == joined(rows));
      std::string longer = file;  // by a byte behind the compressed samples, which libpng skips
      longer.insert(longer.size() - 12, with_checksum(std::string("IDAT\0", 5)));
      StoredSamples by_libpng;
      CHECK_FALSE(read_plain_png(longer, by_libpng));
      REQUIRE_FALSE(read_png_samples(longer, by_libpng));
      CHECK(text(by_libpng) == joined(rows));
    }
  }
}

TEST_CASE("PNG: palette indices and grey values of 1, 2 and 4 bits keep their value") {
  const std::string packed{static_cast<char>(0xB1), static_cast<char>(0x80)};  // 10110001 1
  StoredSamples samples;
  REQUIRE_FALSE(read_png_samples(png_image(9, {packed}, {1, 3}), samples));
  CHECK(text(samples) == std::string("\1\0\1\1\0\0\0\1\1", 9));
  REQUIRE_FALSE(read_png_samples(png_image(5, {packed}, {2, 0}), samples));
  CHECK(text(samples) == std::string("\2\3\0\1\2", 5));
  REQUIRE_FALSE(read_png_samples(png_image(3, {packed}, {4, 0}), samples));
  CHECK(text(samples) == std::string("\13\1\10", 3));
  CHECK(samples.bits == 8);
  CHECK(samples.channels == 1);
}

TEST_CASE("PNG: 16 bits are in the byte order of the machine") {
  StoredSamples samples;
  REQUIRE_FALSE(read_png_samples(png_image(2, {std::string("\x01\x02\xFF\x00", 4)}, {16, 0}), samples));
  CHECK(samples.bits == 16);
  const auto* ids = reinterpret_cast<const std::uint16_t*>(samples.bytes.data());
  CHECK(ids[0] == 0x0102);
  CHECK(ids[1] == 0xFF00);
  std::string again;
  GrayPngWriter().write(samples, again);
  StoredSamples back;
  REQUIRE_FALSE(read_png_samples(again, back));
  CHECK(back.bytes == samples.bytes);
}

TEST_CASE("PNG: an opaque alpha channel is dropped, another refused") {
  StoredSamples samples;
  REQUIRE_FALSE(read_png_samples(png_image(2, {"\5\xFF\6\xFF"}, {8, 4}), samples));
  CHECK(text(samples) == "\5\6");
  CHECK(reason(png_image(2, {"\5\xFF\6\xFE"}, {8, 4})) == "has transparent pixels");
}

TEST_CASE("PNG: what is cut or changed is refused") {
  const std::string file = png_image(37, noise(37, 21));
  for (std::size_t length = 0; length + 12 < file.size(); length += 13)
    CHECK_THAT(reason(file.substr(0, length)), Catch::ContainsSubstring("is a damaged PNG: "));
  for (std::size_t at = 8; at + 12 < file.size(); at += 5) {
    std::string changed = file;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    StoredSamples samples;
    if (!read_png_samples(changed, samples)) CHECK(text(samples) == joined(noise(37, 21)));  // of a palette
  }
}

TEST_CASE("PNG: a palette file becomes grey with the same samples") {
  const auto rows = noise(37, 21);
  std::string gray;
  copy_gray_png(png_image(37, rows, {8, 3, 2}, 64), gray);
  CHECK(gray[25] == '\0');
  CHECK(gray.find("PLTE") == std::string::npos);
  StoredSamples samples;
  REQUIRE(read_plain_png(gray, samples));
  CHECK(text(samples) == joined(rows));
}

TEST_CASE("PNG: a stream whose header states too small a window was stored, which zlib does not inflate") {
  // Rows repeat at a distance of 601 bytes, beyond the 256 that the header allows.
  const auto rows = std::vector<std::string>(4, noise(600, 1).front());
  std::string file = png_image(600, rows, {8, 3}, 100'000);
  const std::size_t stream = file.find("IDAT") + 4;
  file[stream] = '\x08';
  file[stream + 1] = '\x1D';  // 0x081D is a multiple of 31
  const std::size_t length = file.find("IEND") - 8 - stream;
  const std::uint32_t crc = png_checksum(std::string_view(file).substr(stream - 4, length + 4));
  for (int i = 0; i < 4; ++i)
    file[stream + length + static_cast<std::size_t>(i)] = static_cast<char>(crc >> (24 - 8 * i));
  StoredSamples samples;
  CHECK_FALSE(read_plain_png(file, samples));
}

TEST_CASE("PNG: a transparent grey value is an id as the others are") {
  constexpr std::size_t k_after_header = 33;
  const std::string chunk = with_checksum(std::string("tRNS\0\5", 6));
  for (const int bits : {8, 4}) {  // without libpng, and with it
    std::string file = png_image(2, {bits == 8 ? "\5\6" : "\x56"}, {bits, 0});
    file.insert(k_after_header, chunk);
    StoredSamples samples;
    REQUIRE_FALSE(read_png_samples(file, samples));
    CHECK(text(samples) == "\5\6");
  }
}
