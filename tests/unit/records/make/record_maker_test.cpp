// SPDX-License-Identifier: Apache-2.0
#include "records/make/record_maker.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/images.hpp"

using namespace tfrec;

namespace {

PixelSums sums_of(const std::string& file) {
  DecodeOptions options;
  options.color = ColorPolicy::keep;
  const auto image = codec().new_pixels();
  DecodeReport report;
  REQUIRE_FALSE(codec().decode(file, options, *image, report));
  PixelSums sums;
  sums.add(*image);
  return sums;
}

bool equal(const PixelSums& one, const PixelSums& other) {
  return one.pixels == other.pixels && one.sum == other.sum && one.squares == other.squares;
}

}  // namespace

TEST_CASE("Statistics are of the image that a reader decodes, not of what the encoder got") {
  const std::string source = test::ppm_image(40, 30);
  for (const Encoding encoding : {Encoding::reencode, Encoding::webp, Encoding::png}) {
    for (const ColorPolicy color : {ColorPolicy::rgb, ColorPolicy::gray}) {
      for (const int width : {0, 16}) {
        RecordLayout layout;
        layout.features.push_back({.spec = {"image", FeatureKind::jpeg, {}}});
        layout.features.push_back({.spec = {"x", FeatureKind::raw_uint8, {}}});
        ImageOptions options;
        options.statistics = true;
        options.encoding = encoding;
        options.quality = 10;
        options.decode.color = color;
        options.resize.width = options.resize.height = width;
        const RecordMaker maker(layout, options);
        MakerBuffers buffers;
        MadeRecord made;
        maker.make({{}, "a.ppm", source, 1}, buffers, made);
        REQUIRE_FALSE(made.rejected);
        const PixelSums& sums = made.variants[0].sums;
        CHECK(equal(sums, sums_of(std::string(buffers.image.stored))));
        const bool is_lossy = encoding != Encoding::png;
        if (width == 0 && color == ColorPolicy::rgb) CHECK(equal(sums, sums_of(source)) == !is_lossy);
      }
    }
  }
}

TEST_CASE("Statistics of a layout that stores no image count nothing") {
  RecordLayout layout;
  layout.features.push_back({.spec = {"height", FeatureKind::height, {}}});
  ImageOptions options;
  options.statistics = true;
  const RecordMaker maker(layout, options);
  MakerBuffers buffers;
  MadeRecord made;
  maker.make({{}, "a.ppm", test::ppm_image(4, 3), 1}, buffers, made);
  REQUIRE_FALSE(made.rejected);
  CHECK(made.variants[0].sums.pixels == 0);
}

TEST_CASE("The memory of a huge image is not kept for those after it, that of others is") {
  RecordLayout layout;
  layout.features.push_back({.spec = {"image", FeatureKind::jpeg, {}}});
  ImageOptions options;
  options.resize.width = options.resize.height = 8;
  const RecordMaker maker(layout, options);
  const std::vector<std::vector<std::string>> rows(1);
  MakerBuffers buffers;
  MadeRecord made;
  maker.make({rows, "a.ppm", test::ppm_image(20, 10), 1}, buffers, made);
  REQUIRE_FALSE(made.rejected);
  CHECK(buffers.source.decoded != nullptr);
  const std::string huge = "P4 8192 4097\n" + std::string(8192 / 8 * 4097, '\0');
  maker.make({rows, "b.pbm", huge, 1}, buffers, made);
  REQUIRE_FALSE(made.rejected);
  CHECK_FALSE(made.variants[0].frame.empty());
  CHECK(buffers.source.decoded == nullptr);
  CHECK(buffers.image.sized == nullptr);
}

TEST_CASE("Boxes and masks follow the image to the size of each variant") {
  RecordLayout layout;
  layout.features.push_back({.spec = {"image", FeatureKind::jpeg, {}}});
  layout.row_lists = RowLists{0, {true, false, false, false, false}};
  BoxRules boxes;
  boxes.from.columns = {1, 2, 3, 4};
  boxes.from.names = {"xmin", "ymin", "xmax", "ymax"};
  layout.boxes = std::make_shared<const BoxRules>(boxes);
  layout.masks = std::make_shared<const MaskRules>();
  ImageOptions options;
  options.resize.width = options.resize.height = 10;
  options.resize.fit = Fit::crop;  // of 20 x 10 pixels, the columns 5 to 15
  const RecordMaker maker(layout, options);
  const std::vector<std::vector<std::string>> rows{{"a.ppm", "5", "0", "10", "5"}};
  const std::vector<std::string> masks{test::mask_image(20, 10, 3)};
  MakerBuffers buffers;
  MadeRecord made;
  maker.make({rows, "a.ppm", test::ppm_image(20, 10), 1, masks}, buffers, made);
  REQUIRE_FALSE(made.rejected);
  REQUIRE(buffers.stored_boxes.size() == 1);
  CHECK(buffers.stored_boxes[0].box == Box{0.0, 0.0, 0.5, 0.5});
  std::uint64_t pixels = 0;
  for (const auto& [id, count] : made.variants.at(0).mask_pixels) pixels += count;
  CHECK(pixels == 100);
}
