// SPDX-License-Identifier: Apache-2.0
#include "records/make/image_filter.hpp"

#include "support/catch.hpp"
#include "support/data/test_data.hpp"
#include "unit/records/make/forty_images.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("A filter takes images within its limits, the limits too; 0 is no limit") {
  const Extent image{40, 30};
  CHECK(ImageFilter{}.takes(image));
  CHECK(ImageFilter{{40, 30}, {}, 0}.takes(image));
  CHECK_FALSE(ImageFilter{{41, 30}, {}, 0}.takes(image));
  CHECK_FALSE(ImageFilter{{40, 31}, {}, 0}.takes(image));
  CHECK(ImageFilter{{}, {40, 30}, 0}.takes(image));
  CHECK_FALSE(ImageFilter{{}, {39, 30}, 0}.takes(image));
  CHECK_FALSE(ImageFilter{{}, {40, 29}, 0}.takes(image));
  for (const Extent& size : {image, Extent{30, 40}}) {
    CHECK(ImageFilter{{}, {}, 1.34}.takes(size));
    CHECK_FALSE(ImageFilter{{}, {}, 1.33}.takes(size));
  }
}

TEST_CASE("Images that a filter leaves out are found by their headers; a bad one is left for the main pass") {
  const FortyImages input({{"103.ppm", ppm_image(8, 10)},
                           {"105.ppm", "no image"},
                           {"107.ppm", ppm_image(20, 4)},
                           {"109.ppm", "P6\n0 12\n255\n"}});
  const FilteredSamples left_out =
      find_filtered(*input.samples, {{10, 10}, {}, 0}, OrientationPolicy::apply, 2);
  CHECK(left_out.samples == std::vector<SampleIndex>{SampleIndex(3), SampleIndex(7)});
  CHECK(left_out.example == "103.ppm (8x10)");
  CHECK(find_filtered(*input.samples, {}, OrientationPolicy::apply, 2).samples.empty());
}

TEST_CASE("A filter takes images as they are shown: orientations from 5 on turn them") {
  for (int orientation = 1; orientation <= 8; ++orientation) {
    CAPTURE(orientation);
    const FortyImages input({{"109.ppm", odd_image("exif_" + std::to_string(orientation) + ".jpg")}});
    const ImageFilter filter{{}, {40, 100}, 0};  // the image is stored as 48 x 32
    const auto left_out = [&](OrientationPolicy policy) {
      return find_filtered(*input.samples, filter, policy, 2).samples.size();
    };
    CHECK(left_out(OrientationPolicy::apply) == (orientation < 5 ? 1 : 0));
    CHECK(left_out(OrientationPolicy::ignore) == 1);
  }
}
