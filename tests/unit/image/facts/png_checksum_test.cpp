// SPDX-License-Identifier: Apache-2.0
#include "image/facts/png_checksum.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("The checksum of PNG chunks: known values") {
  CHECK(png_checksum("") == 0);
  CHECK(png_checksum("IEND") == 0xAE426082);  // ends every PNG
  CHECK(png_checksum("123456789") == 0xCBF43926);
}
