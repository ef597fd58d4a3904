// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/image_names.hpp"

#include <string>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

constexpr ImageFormat k_jpeg = ImageFormat::jpeg;

void check(const ImageNames::Name& name, const std::string& path, const std::string& cell, bool is_renamed) {
  CHECK(name.path == path);
  CHECK(name.cell == cell);
  CHECK(name.is_renamed == is_renamed);
}

}  // namespace

TEST_CASE("ImageNames: sound names stay, whatever their right extension is") {
  ImageNames names;
  check(names.next("a.jpg", k_jpeg, 0), "a.jpg", "a.jpg", false);
  check(names.next("b.JPEG", k_jpeg, 1), "b.JPEG", "b.JPEG", false);
  check(names.next("x/y/a.jpg", k_jpeg, 2), "x/y/a.jpg", "x/y/a.jpg", false);
  check(names.next("c.png", ImageFormat::png, 3), "c.png", "c.png", false);
  check(names.next("d.gif", ImageFormat::gif, 4), "d.gif", "d.gif", false);
}

TEST_CASE("ImageNames: a name without extension finds its file") {
  ImageNames names;
  check(names.next("Train_0", k_jpeg, 0), "Train_0.jpg", "Train_0", false);
  check(names.next("v1.2", k_jpeg, 1), "v1.2.jpg", "v1.2", false);
  // A second file of that stem would make the first's cell ambiguous.
  check(names.next("Train_0.png", ImageFormat::png, 2), "Train_0-2.png", "Train_0-2.png", true);
  check(names.next("b.png", ImageFormat::png, 3), "b.png", "b.png", false);
  check(names.next("b", k_jpeg, 4), "b.jpg", "b.jpg", true);
}

TEST_CASE("ImageNames: the extension is that of the content") {
  ImageNames names;
  check(names.next("a.png", k_jpeg, 0), "a.jpg", "a.jpg", true);
  check(names.next("a.jpg", k_jpeg, 1), "a-2.jpg", "a-2.jpg", true);
  check(names.next("b", ImageFormat::webp, 2), "b.webp", "b", false);
}

TEST_CASE("ImageNames: no name, and meaningless names, become numbers") {
  ImageNames names;
  check(names.next(std::nullopt, k_jpeg, 0), "000000.jpg", "000000.jpg", false);
  check(names.next("../..", k_jpeg, 1), "000001.jpg", "000001.jpg", true);
  check(names.next("000002", k_jpeg, 9), "000002.jpg", "000002", false);
  check(names.next("", k_jpeg, 2), "000002-2.jpg", "000002-2.jpg", true);
}

TEST_CASE("ImageNames: repeated names, in linear time") {
  ImageNames names;
  CHECK(names.next("a.jpg", k_jpeg, 0).path == "a.jpg");
  CHECK(names.next("a-2.jpg", k_jpeg, 1).path == "a-2.jpg");
  for (int i = 3; i < 100'000; ++i) {
    const ImageNames::Name name = names.next("a.jpg", k_jpeg, 2);
    if (name.path != "a-" + std::to_string(i) + ".jpg") FAIL(name.path);
  }
}

TEST_CASE("ImageNames: a file and a folder of one name") {
  ImageNames names;
  check(names.next("a.jpg", k_jpeg, 0), "a.jpg", "a.jpg", false);
  check(names.next("a.jpg/b.jpg", k_jpeg, 1), "a.jpg_b.jpg", "a.jpg_b.jpg", true);
  check(names.next("d.jpg/e.jpg", k_jpeg, 2), "d.jpg/e.jpg", "d.jpg/e.jpg", false);
  check(names.next("d.jpg", k_jpeg, 3), "d-2.jpg", "d-2.jpg", true);
}

TEST_CASE("ImageNames: names that differ in case or in how a character is composed get files of their own") {
  ImageNames names;
  check(names.next("Rose.jpg", k_jpeg, 0), "Rose.jpg", "Rose.jpg", false);
  check(names.next("rose.JPG", k_jpeg, 1), "rose-2.JPG", "rose-2.JPG", true);
  check(names.next("ROSE", k_jpeg, 2), "ROSE-3.jpg", "ROSE-3.jpg", true);
  check(names.next("caf\u00e9.jpg", k_jpeg, 3), "caf\u00e9.jpg", "caf\u00e9.jpg", false);
  check(names.next("cafe\u0301.jpg", k_jpeg, 4), "cafe\u0301-2.jpg", "cafe\u0301-2.jpg", true);
  check(names.next("cafe.jpg", k_jpeg, 5), "cafe.jpg", "cafe.jpg", false);
  check(names.next("A/x.jpg", k_jpeg, 6), "A/x.jpg", "A/x.jpg", false);
  check(names.next("a/X.jpg", k_jpeg, 7), "a/X-2.jpg", "a/X-2.jpg", true);
  check(names.next("d.jpg/e.jpg", k_jpeg, 8), "d.jpg/e.jpg", "d.jpg/e.jpg", false);
  check(names.next("D.JPG", k_jpeg, 9), "D-2.JPG", "D-2.JPG", true);
  check(names.next("ROSE.jpg/e.jpg", k_jpeg, 10), "ROSE.jpg_e.jpg", "ROSE.jpg_e.jpg", true);
}
