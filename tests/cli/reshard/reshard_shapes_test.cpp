// SPDX-License-Identifier: Apache-2.0
// reshard: sources that one reader with a fixed shape can't read.
#include <nlohmann/json.hpp>

#include "support/data/images.hpp"
#include "support/runs/reshard_runs.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

void write_values(const ScratchFolder& folder, const std::string& in,
                  const std::vector<std::string>& values) {
  std::vector<std::string> payloads;
  for (const std::string& value : values) payloads.push_back(payload_of({{"image", Texts{value}}}));
  folder.write(in + "/s.tfrec", shard_of(payloads));
}

void write_images(const ScratchFolder& folder, const std::string& in, const std::vector<int>& sizes) {
  std::vector<std::string> images;
  for (const int size : sizes) images.push_back(jpeg_image(size, size));
  write_values(folder, in, images);
}

/// The message of a refused merge of a and b, which --allow-mixed carries out.
std::string refusal(const ScratchFolder& folder) {
  const RunResult result = quiet(folder, {"a", "b", "-o", "out"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  check_nothing_written(folder);
  CHECK(quiet(folder, {"a", "b", "-o", "mixed", "--allow-mixed", "--overwrite"}).exit_code == 0);
  const std::string hint = "\ntfrec: hint: make the sources alike, or mix them with --allow-mixed\n";
  REQUIRE(result.err.ends_with(hint));
  return result.err.substr(0, result.err.size() - hint.size());
}

void check_merged(const ScratchFolder& folder) {
  const RunResult result = quiet(folder, {"a", "b", "-o", "out", "--overwrite"});
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);
}

}  // namespace

TEST_CASE("reshard mixed images of 16 and of 24 pixels without a word") {
  const ScratchFolder folder;
  write_images(folder, "a", {16, 16});
  write_images(folder, "b", {24, 24});
  CHECK(refusal(folder) ==
        "tfrec: error: b: feature 'image' has images of 24x24, in a it has images of 16x16");
  write_images(folder, "b", {24, 32});
  CHECK(refusal(folder) ==
        "tfrec: error: b: feature 'image' has images of several sizes, in a it has images of 16x16");
  write_images(folder, "b", {24});
  CHECK(refusal(folder) ==
        "tfrec: error: b: feature 'image' has images of 24x24, in a it has images of 16x16");
  write_images(folder, "b", {16});
  check_merged(folder);
}

TEST_CASE("reshard: a source whose images vary by themselves fits another such, and a single image") {
  const ScratchFolder folder;
  write_images(folder, "a", {16, 24});
  write_images(folder, "b", {32, 8});
  check_merged(folder);
  write_images(folder, "b", {9});
  check_merged(folder);
  CHECK(quiet(folder, {"a", "-o", "single"}).exit_code == 0);
}

TEST_CASE("reshard mixed images of other formats and raw pixels of other shapes without a word") {
  const ScratchFolder folder;
  write_images(folder, "a", {16, 16});
  write_values(folder, "b", {ppm_image(16, 16), ppm_image(16, 16)});
  CHECK(refusal(folder) == "tfrec: error: b: feature 'image' has pnm images, in a it has jpeg images");
  write_values(folder, "b", {std::string(768, '\x80'), std::string(768, '\x81')});
  CHECK(refusal(folder) ==
        "tfrec: error: b: feature 'image' has bytes that are not images, in a it has images");
  write_values(folder, "a", {std::string(1728, '\x80'), std::string(1728, '\x81')});
  CHECK(refusal(folder) ==
        "tfrec: error: b: feature 'image' has values of 768 bytes, in a it has values of 1,728 bytes");
  write_values(folder, "a", {"a text", "a text"});
  write_values(folder, "b", {"longer text", "longer text"});
  check_merged(folder);
}

TEST_CASE("reshard mixed lists of four and of five numbers without a word") {
  const ScratchFolder folder;
  const std::string four = payload_of({{"box", Floats{1, 2, 3, 4}}});
  const std::string five = payload_of({{"box", Floats{1, 2, 3, 4, 5}}});
  folder.write("a/s.tfrec", shard_of({four, four}));
  folder.write("b/s.tfrec", shard_of({five, five}));
  CHECK(refusal(folder) == "tfrec: error: b: feature 'box' has 5 values, in a it has 4 values");
  folder.write("b/s.tfrec", shard_of({five, four}));
  check_merged(folder);
}

TEST_CASE("reshard mixed lists of one and two texts, empty features, and records that are no Examples") {
  const ScratchFolder folder;
  const std::string one = payload_of({{"note", Texts{"a"}}});
  const std::string two = payload_of({{"note", Texts{"a", "b"}}});
  folder.write("a/s.tfrec", shard_of({one, one}));
  folder.write("b/s.tfrec", shard_of({two, two}));
  CHECK(refusal(folder) == "tfrec: error: b: feature 'note' has 2 values, in a it has 1 value");
  const std::string without_kind("\x0a\x08\x0a\x06\x0a\x04note", 10);
  folder.write("b/s.tfrec", shard_of({without_kind, without_kind}));
  const RunResult empty = quiet(folder, {"a", "b", "-o", "out"});
  CHECK(empty.exit_code == 2);
  CHECK_THAT(empty.err,
             Catch::StartsWith("tfrec: error: b/s.tfrec: has no value in feature 'note', which has "
                               "values in every record of a/s.tfrec\n"));
  folder.write("b/s.tfrec", shard_of({"not an Example", one}));
  CHECK(refusal(folder) == "tfrec: error: 1 record is not a tf.train.Example, the others are");
}

TEST_CASE("reshard mixed numbers of two columns in one feature") {
  const Flowers flowers;
  for (const auto& [out, feature] : {std::pair("a", "n=float:petals"), std::pair("b", "n=float:height")}) {
    REQUIRE(flowers
                .run({"build", "images", "--labels", "labels.csv", "-o", out, "--feature", "image=jpeg",
                      "--feature", feature, "-q"})
                .exit_code == 0);
  }
  CHECK(refusal(flowers.scratch) ==
        "tfrec: error: b: feature 'n' is made from the columns height, in a of petals");
}

TEST_CASE("reshard: what manifests record of scale, colour, size and raw shape is compared before the copy") {
  const Flowers flowers;
  const auto build = [&](const std::string& out, const Words& more) {
    REQUIRE(flowers.build(more + Words{"-q"}, out).exit_code == 0);
  };
  const auto error_of = [&](const std::string& a, const std::string& b) {
    const RunResult result = flowers.run({"reshard", a, b, "-o", "merged", "--dry-run", "-q"});
    CHECK(result.exit_code == 2);
    return result.err.substr(0, result.err.find('\n'));
  };
  const std::string raw = "image=raw-float32";
  build("s16", {"--size", "16"});
  build("s24", {"--size", "24"});
  build("gray", {"--size", "16", "--color", "gray"});
  build("f1", {"--size", "16", "--feature", raw});
  build("f255", {"--size", "16", "--feature", raw, "--scale", "0.5"});
  build("wide", {"--size", "32x8", "--feature", "image=raw-uint8"});
  build("high", {"--size", "8x32", "--feature", "image=raw-uint8"});
  build("box", {"--feature", "image=jpeg", "--feature", "box=float:petals,height"});
  build("xob", {"--feature", "image=jpeg", "--feature", "box=float:height,petals"});
  CHECK(error_of("s16", "s24") ==
        "tfrec: error: s24: feature 'image' has images of 24x24, in s16 it has images of 16x16");
  CHECK(error_of("s16", "gray") ==
        "tfrec: error: gray: feature 'image' has images of 1 channel, in s16 it has images of 3 channels");
  CHECK(error_of("f1", "f255") == "tfrec: error: f255: feature 'image' is scaled by 0.5, in f1 by 1");
  CHECK(error_of("f1", "wide") ==
        "tfrec: error: wide: feature 'image' is made as raw-uint8, in f1 as raw-float32");
  CHECK(error_of("wide", "high") ==
        "tfrec: error: high: feature 'image' has images of 8x32, in wide it has images of 32x8");
  CHECK(error_of("box", "xob") ==
        "tfrec: error: xob: feature 'box' is made from the columns height, petals, in box of petals, height");
  REQUIRE(flowers.run({"reshard", "wide", "-o", "again", "-q"}).exit_code == 0);
  const auto manifest = nlohmann::json::parse(flowers.scratch.read("again/manifest.json"));
  CHECK(manifest["shards"][0]["shape"] == std::vector<int>{8, 32, 3});
}
