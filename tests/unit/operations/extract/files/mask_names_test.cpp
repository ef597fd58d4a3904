// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/mask_names.hpp"

#include "support/catch.hpp"

using tfrec::MaskNames;

using Names = std::vector<std::string>;

TEST_CASE("A mask has the name of its image") {
  const MaskNames names({"a.jpg", "b/a.png", "000002.ppm"});
  CHECK(names.paths() == Names{"a.png", "b/a.png", "000002.png"});
  CHECK_FALSE(names.has_clash());
}

TEST_CASE("Masks of images with one stem have the whole names of their images") {
  const MaskNames names({"a.jpg", "c.jpg", "a.jpeg", "C.png"});
  CHECK(names.paths() == Names{"a.jpg.png", "c.jpg.png", "a.jpeg.png", "C.png.png"});
  CHECK_FALSE(names.has_clash());
}

TEST_CASE("Masks that build would pair with another image are a clash, and still files of their own") {
  const MaskNames stem({"a.jpg", "a.jpeg", "a.jpg.jpg"});
  CHECK(stem.paths() == Names{"a.jpg.png", "a.jpeg.png", "a.jpg-2.png"});
  CHECK(stem.has_clash());
  const MaskNames folder({"a.jpg", "a.png/b.jpg"});
  CHECK(folder.paths() == Names{"a.png", "a.png_b.png"});
  CHECK(folder.has_clash());
  CHECK(MaskNames({"a.png/b.jpg", "a.jpg"}).paths() == Names{"a.png/b.png", "a-2.png"});
}
