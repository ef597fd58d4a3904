// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "image/jpeg/jpeg_segments.hpp"
#include "support/catch.hpp"
#include "support/pictures.hpp"
#include "support/test_data.hpp"

using namespace tfrec;
using test::jpeg_picture;
using test::odd_picture;

TEST_CASE("Quality: exact for every quality libjpeg writes") {
  for (int quality = 1; quality <= 100; ++quality)
    CHECK(jpeg_quality(jpeg_picture(8, 8, 1, quality)) == quality);
}

TEST_CASE("Quality: the same whether progressive, grey, with 16-bit tables or arithmetic") {
  CHECK(jpeg_quality(odd_picture("progressive.jpg")) == 90);
  CHECK(jpeg_quality(odd_picture("gray.jpg")) == 85);
  CHECK(jpeg_quality(odd_picture("arithmetic.jpg")) == 80);
  CHECK(jpeg_quality(odd_picture("quality_1.jpg")) == 1);
  CHECK(jpeg_quality(odd_picture("quality_100.jpg")) == 100);
  CHECK(jpeg_quality(odd_picture("cmyk.jpg")) == 90);
}

TEST_CASE("Quality: nothing where there are no tables, and no step outside cut ones") {
  CHECK_FALSE(jpeg_quality(""));
  CHECK_FALSE(jpeg_quality("\xFF\xD8"));
  CHECK_FALSE(jpeg_quality(odd_picture("no_quantisation_table.jpg")));
  const std::string file = odd_picture("baseline.jpg");
  for (std::size_t size = 0; size < 700 && size < file.size(); ++size) {
    const auto quality = jpeg_quality(file.substr(0, size));
    CHECK((!quality || (*quality >= 1 && *quality <= 100)));
  }
}

TEST_CASE("Quality: one coarser entry counts as the next lower quality, never a higher one") {
  std::string file = jpeg_picture(8, 8, 1, 75);
  const std::size_t table = file.find("\xFF\xDB") + 5;
  file[table + 10] = static_cast<char>(static_cast<unsigned char>(file[table + 10]) + 1);
  CHECK(jpeg_quality(file) == 74);
}

TEST_CASE("Quality: bytes between the headers hide no table") {
  const std::string file = odd_picture("stray_bytes_in_header.jpg");
  REQUIRE(jpeg_quality(odd_picture("baseline.jpg")));
  CHECK(jpeg_quality(file) == jpeg_quality(odd_picture("baseline.jpg")));
}
