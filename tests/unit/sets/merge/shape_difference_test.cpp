// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/shape_difference.hpp"

#include "support/catch.hpp"

using namespace tfrec;

namespace {

ImageFacts facts(std::uint32_t width, int channels, ImageFormat format = ImageFormat::jpeg) {
  ImageFacts image;
  image.format = format;
  image.width = width;
  image.height = 10;
  image.channels = channels;
  return image;
}

SourceContent source(const std::string& name, const std::vector<ImageFacts>& images) {
  SourceContent content;
  content.name = name;
  for (const ImageFacts& image : images) content.stored["image"].images.add(image);
  return content;
}

std::string difference(const std::vector<ImageFacts>& a, const std::vector<ImageFacts>& b) {
  const auto found = shape_difference({source("a", a), source("b", b)}, {});
  return found ? found->message : std::string();
}

}  // namespace

TEST_CASE("shape_difference: sources of varying sizes fit, grey ones and coloured ones do not") {
  CHECK(difference({facts(8, 3), facts(9, 3)}, {facts(5, 3), facts(6, 3)}).empty());
  CHECK(difference({facts(8, 3), facts(9, 1)}, {facts(5, 3), facts(6, 3)}).empty());
  CHECK(difference({facts(8, 3), facts(9, 3)}, {facts(5, 1), facts(6, 1)}) ==
        "feature 'image' has images of 1 channel, in a it has images of 3 channels");
}

TEST_CASE("shape_difference: of one size all channels must be alike") {
  CHECK(difference({facts(8, 3), facts(8, 3)}, {facts(8, 3)}).empty());
  CHECK(difference({facts(8, 3), facts(8, 3)}, {facts(8, 3), facts(8, 1)}) ==
        "feature 'image' has images of 1 or 3 channels, in a it has images of 3 channels");
}

TEST_CASE("shape_difference: formats of a source may contain the other's") {
  const ImageFacts png = facts(8, 3, ImageFormat::png);
  const ImageFacts webp = facts(8, 3, ImageFormat::webp);
  CHECK(difference({facts(8, 3), png}, {facts(8, 3)}).empty());
  CHECK(difference({facts(8, 3), png}, {webp}) ==
        "feature 'image' has webp images, in a it has jpeg, png images");
}

TEST_CASE("shape_difference: one image has its size by chance") {
  CHECK(difference({facts(8, 3), facts(9, 3)}, {facts(5, 3)}).empty());
  CHECK(difference({facts(8, 3)}, {facts(5, 3)}) ==
        "feature 'image' has images of 5x10, in a it has images of 8x10");
  CHECK(difference({facts(8, 3), facts(8, 3)}, {facts(5, 3), facts(6, 3)}) ==
        "feature 'image' has images of several sizes, in a it has images of 8x10");
}
