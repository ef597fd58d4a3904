// SPDX-License-Identifier: Apache-2.0
#include "records/make/make_records.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "dataset/folder/folder_table.hpp"
#include "dataset/join/join.hpp"
#include "dataset/table/csv_table.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using test::ppm_image;

namespace {

constexpr int k_rows = 40;

/// Forty images and their rows, joined; what is `odd` replaces images of these names.
struct Input {
  explicit Input(const std::map<std::string, std::string>& odd = {}) {
    std::string csv = "image\n";
    for (int i = 0; i < k_rows; ++i) {
      const std::string name = std::to_string(100 + i) + ".ppm";
      scratch.write("images/" + name, ppm_image(20, 10, static_cast<unsigned>(i)));
      csv += name + "\n";
    }
    for (const auto& [name, content] : odd) scratch.write("images/" + name, content);
    table = read_csv_table(scratch.write("labels.csv", csv));
    folder = walk_files(scratch / "images", {});
    opener = std::make_unique<ImageOpener>(scratch / "images", ImageOpener::Reach::beneath);
    samples = std::make_unique<Samples>(samples_of(*table, folder, *opener, join_images(*table, 0, folder)));
    layout.features.push_back({.spec = {"image", FeatureKind::jpeg, {}}});
    maker = std::make_unique<RecordMaker>(layout, ImageOptions{});
  }

  /// Samples delivered, and how many of them were rejected.
  std::pair<std::vector<std::size_t>, int> run(const MakeLimits& limits) {
    const std::vector<SampleIndex> order = samples->all().list();
    MadeAhead none;
    std::pair<std::vector<std::size_t>, int> seen;
    make_records(*samples, *maker, order, none, limits, [&](SampleIndex sample, MadeRecord& record) {
      seen.first.push_back(sample.value());
      seen.second += record.rejected ? 1 : 0;
    });
    return seen;
  }

  test::ScratchFolder scratch;
  std::unique_ptr<Table> table;
  ImageFolder folder;
  std::unique_ptr<ImageOpener> opener;
  std::unique_ptr<Samples> samples;
  RecordLayout layout;
  std::unique_ptr<RecordMaker> maker;
};

}  // namespace

TEST_CASE("Records come in order for any threads and memory") {
  Input input;
  for (const unsigned threads : {1U, 4U}) {
    for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{1} << 30}) {
      const auto [places, rejected] = input.run({threads, memory});
      CHECK(rejected == 0);
      REQUIRE(places.size() == k_rows);
      for (std::size_t i = 0; i < places.size(); ++i) CHECK(places[i] == i);
    }
  }
}

TEST_CASE("A bad image is a value and hides no other") {
  Input input({{"105.ppm", "no image"}, {"139.ppm", ""}});
  const auto [places, rejected] = input.run({4, 1 << 20});
  CHECK(places.size() == k_rows);
  CHECK(rejected == 2);
}

TEST_CASE("A file of many gigabytes is bad without being read, and costs no other") {
  Input input;
  const std::filesystem::path huge = input.scratch.write("images/105.ppm", "P6");
  std::filesystem::resize_file(huge, std::uint64_t{1} << 42);  // sparse; no machine has the memory
  const auto [places, rejected] = input.run({4, 1 << 20});
  CHECK(places.size() == k_rows);
  CHECK(rejected == 1);
}

TEST_CASE("An image that has another size than it was planned with is an error that names it") {
  Input input;
  input.scratch.write("images/107.ppm", ppm_image(20, 11, 7));
  CHECK_THROWS_WITH(input.run({4, 1 << 20}),
                    Catch::ContainsSubstring("107.ppm: changed while the set was made"));
}

TEST_CASE("An image that vanished during the build is an error that names it and its row") {
  Input input;
  std::filesystem::remove(input.scratch / "images/107.ppm");
  try {
    input.run({4, 1 << 20});
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::machine);
    CHECK_THAT(error.what(), Catch::ContainsSubstring("images/107.ppm: cannot open"));
    CHECK_THAT(error.what(), Catch::ContainsSubstring("labels.csv:9)"));
  }
}

TEST_CASE("An image that vanished from a set without CSV is named once") {
  Input input;
  input.table = folder_table(input.folder);
  input.samples = std::make_unique<Samples>(
      samples_of(*input.table, input.folder, *input.opener, join_images(*input.table, 0, input.folder)));
  std::filesystem::remove(input.scratch / "images/107.ppm");
  const std::string path = (input.scratch / "images/107.ppm").string();
  CHECK_THROWS_WITH(input.run({4, 1 << 20}), path + ": cannot open: No such file or directory");
}

TEST_CASE("An exception of the receiver stops the run and surfaces once") {
  Input input;
  const std::vector<SampleIndex> order = input.samples->all().list();
  MadeAhead none;
  std::size_t delivered = 0;
  CHECK_THROWS_WITH(make_records(*input.samples, *input.maker, order, none, {4, 1 << 20},
                                 [&](SampleIndex sample, MadeRecord&) {
                                   if (sample == SampleIndex(11))
                                     throw Error(ErrorKind::machine, "shard", "cannot write");
                                   ++delivered;
                                 }),
                    "shard: cannot write");
  CHECK(delivered == 11);
}

TEST_CASE("Raw values of unequal shapes: the hint names an option, under --like none") {
  const auto error_of_raw = [](bool like_earlier) {
    Input input({{"120.ppm", ppm_image(30, 10, 1)}});
    input.layout.features = {{.spec = {"image", FeatureKind::raw_uint8, {}}}};
    input.layout.like_earlier = like_earlier;
    const RecordMaker raw(input.layout, ImageOptions{});
    const std::vector<SampleIndex> order = input.samples->all().list();
    MadeAhead none;
    try {
      make_records(*input.samples, raw, order, none, {2, 1 << 20}, [](SampleIndex, MadeRecord&) {});
    } catch (const Error& error) {
      return error.message() + " | " + error.hint();
    }
    return std::string();
  };
  const std::string shapes = "its shape is 10x30x3, others have 10x20x3; raw values need one shape (";
  const std::string resize = "| resize all images with --size 20x10";
  const std::string convert =
      "| convert all images to one shape first: --like uses the sizes of the earlier set";
  CHECK_THAT(error_of_raw(false), Catch::StartsWith(shapes) && Catch::EndsWith(resize));
  CHECK_THAT(error_of_raw(true), Catch::StartsWith(shapes) && Catch::EndsWith(convert));
}
