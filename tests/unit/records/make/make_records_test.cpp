// SPDX-License-Identifier: Apache-2.0
#include "records/make/make_records.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "dataset/folder/folder_table.hpp"
#include "support/catch.hpp"
#include "support/error_of.hpp"
#include "unit/records/make/forty_images.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Samples delivered, and how many of them were rejected.
std::pair<std::vector<std::size_t>, int> delivered(const FortyImages& input, const MakeLimits& limits) {
  const std::vector<SampleIndex> order = input.samples->all().list();
  MadeAhead none;
  std::pair<std::vector<std::size_t>, int> seen;
  make_records(*input.samples, *input.maker, order, none, limits,
               [&](SampleIndex sample, MadeRecord& record) {
                 seen.first.push_back(sample.value());
                 seen.second += record.rejected ? 1 : 0;
               });
  return seen;
}

/// Of images that are stored as raw values, where the second has other sides.
std::string refusal_of_shapes(bool is_like_earlier) {
  FortyImages input({{"101.ppm", ppm_image(30, 10)}});
  input.layout.features[0].spec.kind = FeatureKind::raw_uint8;
  input.layout.like_earlier = is_like_earlier;
  input.maker = std::make_unique<RecordMaker>(input.layout, ImageOptions{});
  return error_of([&] { delivered(input, {1, 1 << 20}); });
}

}  // namespace

TEST_CASE("Records come in order for any threads and memory") {
  FortyImages input;
  for (const unsigned threads : {1U, 4U}) {
    for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{1} << 30}) {
      const auto [places, rejected] = delivered(input, {threads, memory});
      CHECK(rejected == 0);
      REQUIRE(places.size() == FortyImages::k_rows);
      for (std::size_t i = 0; i < places.size(); ++i) CHECK(places[i] == i);
    }
  }
}

TEST_CASE("A bad image is a value and hides no other") {
  FortyImages input({{"105.ppm", "no image"}, {"139.ppm", ""}});
  const auto [places, rejected] = delivered(input, {4, 1 << 20});
  CHECK(places.size() == FortyImages::k_rows);
  CHECK(rejected == 2);
}

TEST_CASE("A file of many gigabytes is bad without being read, and costs no other") {
  FortyImages input;
  const std::filesystem::path huge = input.scratch.write("images/105.ppm", "P6");
  std::filesystem::resize_file(huge, std::uint64_t{1} << 42);  // sparse; no machine has the memory
  const auto [places, rejected] = delivered(input, {4, 1 << 20});
  CHECK(places.size() == FortyImages::k_rows);
  CHECK(rejected == 1);
}

TEST_CASE("An image that has another size than it was planned with is an error that names it") {
  FortyImages input;
  input.scratch.write("images/107.ppm", ppm_image(20, 11, 7));
  CHECK_THROWS_WITH(delivered(input, {4, 1 << 20}),
                    Catch::ContainsSubstring("107.ppm: changed while the set was made"));
}

TEST_CASE("An image that vanished during the build is an error that names it and its row") {
  FortyImages input;
  std::filesystem::remove(input.scratch / "images/107.ppm");
  try {
    delivered(input, {4, 1 << 20});
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::machine);
    CHECK_THAT(error.what(), Catch::ContainsSubstring("images/107.ppm: cannot open"));
    CHECK_THAT(error.what(), Catch::ContainsSubstring("labels.csv:9)"));
  }
}

TEST_CASE("An image that vanished from a set without CSV is named once") {
  FortyImages input;
  input.table = folder_table(input.folder);
  input.samples = std::make_unique<Samples>(
      samples_of(*input.table, input.folder, *input.opener, join_images(*input.table, 0, input.folder)));
  std::filesystem::remove(input.scratch / "images/107.ppm");
  const std::string path = (input.scratch / "images/107.ppm").string();
  CHECK_THROWS_WITH(delivered(input, {4, 1 << 20}), path + ": cannot open: No such file or directory");
}

TEST_CASE("An exception of the receiver stops the run and surfaces once") {
  FortyImages input;
  const std::vector<SampleIndex> order = input.samples->all().list();
  MadeAhead none;
  std::size_t count = 0;
  CHECK_THROWS_WITH(make_records(*input.samples, *input.maker, order, none, {4, 1 << 20},
                                 [&](SampleIndex sample, MadeRecord&) {
                                   if (sample == SampleIndex(11))
                                     throw Error(ErrorKind::machine, "shard", "cannot write");
                                   ++count;
                                 }),
                    "shard: cannot write");
  CHECK(count == 11);
}

TEST_CASE("Raw values of unequal shapes: the error states both and the option that makes them one") {
  CHECK_THAT(
      refusal_of_shapes(false),
      Catch::ContainsSubstring("101.ppm: its shape is 10x30x3, others have 10x20x3; raw values need one "
                               "shape") &&
          Catch::EndsWith("(resize all images with --size 20x10)"));
  CHECK_THAT(refusal_of_shapes(true), Catch::EndsWith("(convert all images to one shape first: --like uses "
                                                      "the sizes of the earlier set)"));
}
