// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "image/jpeg/jpeg_segments.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/data/test_data.hpp"

using namespace tfrec;
using test::jpeg_image;
using test::odd_image;

TEST_CASE("Quality: exact for every quality libjpeg writes") {
  for (int quality = 1; quality <= 100; ++quality)
    CHECK(jpeg_quality(jpeg_image(8, 8, 1, quality)) == quality);
}

TEST_CASE("Quality: the same whether progressive, grey, with 16-bit tables or arithmetic") {
  CHECK(jpeg_quality(odd_image("progressive.jpg")) == 90);
  CHECK(jpeg_quality(odd_image("gray.jpg")) == 85);
  CHECK(jpeg_quality(odd_image("arithmetic.jpg")) == 80);
  CHECK(jpeg_quality(odd_image("quality_1.jpg")) == 1);
  CHECK(jpeg_quality(odd_image("quality_100.jpg")) == 100);
  CHECK(jpeg_quality(odd_image("cmyk.jpg")) == 90);
}

TEST_CASE("Quality: nothing where there are no tables, and no step outside cut ones") {
  CHECK_FALSE(jpeg_quality(""));
  CHECK_FALSE(jpeg_quality("\xFF\xD8"));
  CHECK_FALSE(jpeg_quality(odd_image("no_quantisation_table.jpg")));
  const std::string file = odd_image("baseline.jpg");
  for (std::size_t size = 0; size < 700 && size < file.size(); ++size) {
    const auto quality = jpeg_quality(file.substr(0, size));
    CHECK((!quality || (*quality >= 1 && *quality <= 100)));
  }
}

TEST_CASE("Quality: one coarser entry counts as the next lower quality, never a higher one") {
  std::string file = jpeg_image(8, 8, 1, 75);
  const std::size_t table = file.find("\xFF\xDB") + 5;
  file[table + 10] = static_cast<char>(static_cast<unsigned char>(file[table + 10]) + 1);
  CHECK(jpeg_quality(file) == 74);
}

TEST_CASE("Quality: bytes between the headers hide no table") {
  const std::string file = odd_image("stray_bytes_in_header.jpg");
  REQUIRE(jpeg_quality(odd_image("baseline.jpg")));
  CHECK(jpeg_quality(file) == jpeg_quality(odd_image("baseline.jpg")));
}
