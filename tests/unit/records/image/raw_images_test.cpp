// SPDX-License-Identifier: Apache-2.0
#include "records/image/raw_images.hpp"

#include "image/npy/npy.hpp"
#include "support/catch.hpp"
#include "support/data/example_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const SizeFeatures k_size_names{"height", "width", "depth"};

/// Of an example with these features and no others.
std::optional<ValueShape> shape_of(const std::string& entries, std::uint64_t values) {
  const std::string payload = example_of(entries);
  ExampleView view;
  REQUIRE(view.parse(payload));
  return shape_from_features(view, k_size_names, values);
}

std::string side(std::string_view name, std::string_view packed) {
  return entry(name, int64_feature(packed));
}

}  // namespace

TEST_CASE("--shape has three sides, the last of 1 or 3 channels") {
  CHECK(parse_shape("224x200x3") == ValueShape{224, 200, 3});
  CHECK(parse_shape("1x65535x1") == ValueShape{1, 65'535, 1});
  for (const char* wrong : {"", "224x224", "2x2x3x1", "2x2x2", "2x2x4", "0x2x3", "2x65536x3", "-2x2x3",
                            "axbx3", "2xx3", "2x2x", "x2x3", "2.5x2x3"}) {
    INFO(wrong);
    CHECK_FALSE(parse_shape(wrong));
  }
}

TEST_CASE("A record's own height, width and channels are its shape where the values fit them") {
  const std::string sides = side("height", "\x02") + side("width", "\x05");
  CHECK(shape_of(sides + side("depth", "\x03"), 30) == ValueShape{2, 5, 3});
  CHECK(shape_of(sides + side("depth", "\x04"), 40) == ValueShape{2, 5, 4});
  CHECK_FALSE(shape_of(sides + side("depth", "\x03"), 10));
  CHECK(shape_of(sides, 30) == ValueShape{2, 5, 3});
  CHECK(shape_of(sides, 10) == ValueShape{2, 5, 1});
  CHECK_FALSE(shape_of(sides, 20));
  CHECK_FALSE(shape_of(side("width", "\x05"), 5));
  CHECK_FALSE(shape_of(side("height", "\x05"), 5));
}

TEST_CASE("What is no side of an image gives no shape") {
  const std::string width = side("width", "\x05");
  CHECK(shape_of(side("height", "\x01") + width, 5) == ValueShape{1, 5, 1});
  CHECK_FALSE(shape_of(side("height", std::string_view("\0", 1)) + width, 0));
  CHECK_FALSE(shape_of(side("height", std::string(9, '\xFF') + "\x01") + width, 5));
  CHECK_FALSE(shape_of(side("height", "\x01\x01") + width, 5));
  CHECK_FALSE(shape_of(side("height", "") + width, 5));
  CHECK_FALSE(shape_of(entry("height", bytes_feature("1")) + width, 5));
  // 2^62 * 2^62 is more than can be counted.
  const std::string large = std::string(8, '\x80') + "\x40";
  CHECK_FALSE(shape_of(side("height", large) + side("width", large), 0));
}

TEST_CASE("The shape of all comes before that of the manifest, an array's own before the record's") {
  const std::string payload = example_of(side("height", "\x04") + side("width", "\x07"));
  ExampleView view;
  REQUIRE(view.parse(payload));
  RawImages images;
  images.by_shard = {std::nullopt, ValueShape{4, 7}, ValueShape{9, 9, 3}};
  CHECK_FALSE(images.shape_in(view, 0, 28));
  images.size_features = k_size_names;
  CHECK(images.shape_in(view, 0, 28) == ValueShape{4, 7, 1});
  CHECK(images.shape_in(view, 1, 28) == ValueShape{4, 7});
  CHECK(images.shape_in(view, 2, 84) == ValueShape{4, 7, 3});
  CHECK(images.shape_in(view, 2, 85) == ValueShape{9, 9, 3});
  CHECK_FALSE(images.shape_in(view, 0, 85));
  images.are_floats = true;
  CHECK(images.shape_in(view, 1, 112) == ValueShape{4, 7});
  CHECK(images.shape_in(view, 0, 112) == ValueShape{4, 7, 1});
  images.shape = ValueShape{1, 2, 3};
  CHECK(images.shape_in(view, 1, 112) == ValueShape{1, 2, 3});
}

TEST_CASE("Bytes of a shape: four of each float, and never fewer than there are") {
  RawImages images;
  CHECK(images.bytes_of({2, 5, 3}) == 30);
  CHECK(images.bytes_of({}) == 1);
  CHECK(images.bytes_of({std::uint64_t{1} << 32U, std::uint64_t{1} << 32U}) == UINT64_MAX);
  images.are_floats = true;
  CHECK(images.bytes_of({2, 5, 3}) == 120);
  CHECK(images.bytes_of({std::uint64_t{1} << 31U, std::uint64_t{1} << 31U}) == UINT64_MAX);
  CHECK(images.bytes_of({(std::uint64_t{1} << 62U) - 1}) == UINT64_MAX - 3);
}

TEST_CASE("Bytes of 1 or 3 channels become PNM files, all else arrays") {
  RawImages images;
  CHECK(images.file_header({2, 5, 3}) == "P6\n5 2\n255\n");
  CHECK(images.file_header({2, 5, 1}) == "P5\n5 2\n255\n");
  CHECK(images.format_of({2, 5, 3}) == ImageFormat::pnm);
  for (const ValueShape& array : {ValueShape{2, 5, 4}, ValueShape{5, 3}, ValueShape{1, 2, 5, 3}}) {
    CHECK(images.format_of(array) == ImageFormat::npy);
    CHECK(images.file_header(array) == npy_header("|u1", array));
  }
  images.ppm = false;
  CHECK(images.format_of({2, 5, 3}) == ImageFormat::npy);
  CHECK(images.format_of({2, 5, 1}) == ImageFormat::pnm);
  images.ppm = true;
  images.pgm = false;
  CHECK(images.format_of({2, 5, 3}) == ImageFormat::pnm);
  CHECK(images.format_of({2, 5, 1}) == ImageFormat::npy);
  images.are_floats = true;
  CHECK(images.format_of({2, 5, 3}) == ImageFormat::npy);
  CHECK(images.file_header({2, 5, 3}) == npy_header("<f4", {2, 5, 3}));
}
