// SPDX-License-Identifier: Apache-2.0
#include "image/jpeg/jpeg_decoder.hpp"

#include <random>
#include <string>

#include "image/facts/image_facts.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/data/test_data.hpp"

using namespace tfrec;
using test::odd_image;

namespace {

/// The samples, or why there are none.
std::string decoded(JpegDecoder& decoder, const std::string& file, SampleOrder order = SampleOrder::bgr) {
  if (const auto bad = decoder.open(file, order)) return bad->reason;
  const std::size_t stride = static_cast<std::size_t>(decoder.width()) * (order == SampleOrder::bgr ? 3 : 1);
  std::string pixels(stride * static_cast<std::size_t>(decoder.height()), '\0');
  const auto bad = decoder.decode(reinterpret_cast<std::uint8_t*>(pixels.data()), stride);
  return bad ? bad->reason : pixels;
}

std::string decoded_anew(const std::string& file) {
  JpegDecoder decoder;
  return decoded(decoder, file);
}

}  // namespace

TEST_CASE("A used decoder lends nothing to the next file") {
  JpegDecoder used;
  for (const char* before : {"quality_1.jpg", "progressive.jpg", "arithmetic.jpg", "cmyk.jpg",
                             "101_scans.jpg", "cut_in_tables.jpg", "cut_in_scan_half.jpg"}) {
    for (const char* name :
         {"no_quantisation_table.jpg", "no_huffman_tables.jpg", "baseline.jpg", "gray.jpg"}) {
      INFO(name << " after " << before);
      decoded(used, odd_image(before));
      CHECK(decoded(used, odd_image(name)) == decoded_anew(odd_image(name)));
    }
  }
  CHECK_THAT(decoded_anew(odd_image("no_quantisation_table.jpg")),
             Catch::ContainsSubstring("was not defined"));
}

TEST_CASE("Images of any size decode to the size in the header") {
  JpegDecoder decoder;
  std::mt19937 random(3);  // NOLINT: the same cases each run
  for (int i = 0; i < 200; ++i) {
    const int width = 1 + static_cast<int>(random() % 70);
    const int height = 1 + static_cast<int>(random() % 70);
    const std::string file = test::jpeg_image(width, height, static_cast<unsigned>(i), 1 + i % 100);
    CHECK(decoded(decoder, file).size() == static_cast<std::size_t>(width * height * 3));
    CHECK(decoder.oddities().empty());
    CHECK(decoded(decoder, file, SampleOrder::gray).size() == static_cast<std::size_t>(width * height));
  }
}

TEST_CASE("Flipped bits never give pixels of another size, and often a reason") {
  JpegDecoder decoder;
  std::mt19937 random(5);  // NOLINT: the same cases each run
  const std::string whole = test::jpeg_image(64, 48, 3, 80);
  const ImageFacts facts = image_facts(whole);
  int bad = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string file = whole;
    file[random() % file.size()] ^= static_cast<char>(1U << (random() % 8));
    const std::string result = decoded(decoder, file);
    const bool accepted = result.size() >= 3000;  // no reason is that long
    if (accepted && image_facts(file).width == facts.width && image_facts(file).height == facts.height)
      CHECK(result.size() == std::size_t{64} * 48 * 3);
    bad += accepted ? 0 : 1;
  }
  CHECK(bad > 500);
}

TEST_CASE("Oddities are reported without numbers, each once") {
  JpegDecoder decoder;
  decoded(decoder, odd_image("stray_bytes_in_header.jpg"));
  CHECK(decoder.oddities() == std::vector<std::string>{"bytes between the headers"});
  decoded(decoder, odd_image("baseline.jpg"));
  CHECK(decoder.oddities().empty());
}

TEST_CASE("The library is named with its version") {
  CHECK_THAT(JpegDecoder::library_version(), Catch::ContainsSubstring("libjpeg"));
}
