// SPDX-License-Identifier: Apache-2.0
#include "sets/options/check_image_options.hpp"

#include "support/catch.hpp"
#include "support/error_of.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

template <class Change>
std::string refusal(const Change& change) {
  ImageOptions options;
  change(options);
  return error_of([&] { check_image_options(options); });
}

}  // namespace

TEST_CASE("Options of images that have no effect, or need another size, are refused") {
  CHECK(refusal([](ImageOptions&) {}).empty());
  CHECK_THAT(refusal([](ImageOptions& image) { image.resize.fit = Fit::pad; }),
             ContainsSubstring("--fit pad has no effect: there is no size"));
  CHECK_THAT(refusal([](ImageOptions& image) {
               image.resize.width = image.resize.height = 32;
               image.resize.pad_rgb = {255, 255, 255};
             }),
             ContainsSubstring("--pad-color has no effect"));
  CHECK_THAT(refusal([](ImageOptions& image) {
               image.resize.fit = Fit::longer;
               image.sizes = {{48, 48}, {64, 32}};
             }),
             ContainsSubstring("--fit long takes one side, not 64x32"));
  CHECK(refusal([](ImageOptions& image) {
          image.resize.fit = Fit::shorter;
          image.sizes = {{48, 48}};
        }).empty());
}

TEST_CASE("Records without an image take no option about it") {
  ImageOptions options;
  CHECK_NOTHROW(check_without_image(options));
  options.strip = true;
  CHECK_THAT(error_of([&] { check_without_image(options); }),
             ContainsSubstring("--strip has no effect: no feature stores an image"));
}
