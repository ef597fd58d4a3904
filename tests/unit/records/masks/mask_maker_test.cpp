// SPDX-License-Identifier: Apache-2.0
#include "records/masks/mask_maker.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/data/images.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("Mask: one with a damaged text chunk, which libpng skips, keeps its ids") {
  constexpr std::size_t k_after_header = 33;
  std::string file = mask_image(8, 8, 5);
  file.insert(k_after_header, std::string("\0\0\0\3tEXta\0b", 11) + "crc?");
  MadeMask mask;
  REQUIRE_FALSE(read_mask_ids(file, {}, mask));
  SourceFrame image;
  image.width = image.height = 8;
  make_mask({}, image, {{8, 8}, {8, 8}}, mask);
  StoredSamples stored;
  REQUIRE_FALSE(read_png_samples(mask.png, stored));
  CHECK(stored.bytes == mask.ids.bytes);
}

TEST_CASE("Mask: a reason of the image reader began with a second 'its'") {
  MadeMask mask;
  const auto bad = read_mask_ids("P5\n# no size", {}, mask);
  REQUIRE(bad);
  CHECK(bad->reason == "its mask's header does not state its size");
}
