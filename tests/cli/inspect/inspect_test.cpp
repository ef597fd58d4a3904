// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/check_error.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scenes/build_scene.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

using Json = nlohmann::ordered_json;

RunResult inspect(const ScratchFolder& folder, const Words& arguments) {
  return run_tfrec(Words{"inspect"} + arguments, in(folder));
}

Json inspect_json(const ScratchFolder& folder, const Words& arguments) {
  const RunResult result = inspect(folder, Words{"--json"} + arguments);
  INFO(result.err);
  CHECK(result.exit_code == 0);
  return Json::parse(result.out);
}

/// The signature and header chunk of a PNG: what an image's facts are read from.
std::string png(unsigned width, unsigned height) {
  const auto number = [](unsigned n) {
    std::string text;
    for (int shift = 24; shift >= 0; shift -= 8)
      text += static_cast<char>(static_cast<unsigned char>(n >> shift));
    return text;
  };
  return "\x89PNG\r\n\x1A\n" + number(13) + "IHDR" + number(width) + number(height) +
         std::string("\x08\x02\0\0\0", 5) + "CRC!";
}

std::string image_record(unsigned width, std::int64_t label) {
  const std::string bytes = png(width, 20);
  return payload_of({{"image", Texts{bytes}}, {"label", Integers{label}}});
}

}  // namespace

TEST_CASE("inspect: schema, images, labels and a sample") {
  const ScratchFolder folder;
  folder.write("p00-2.tfrec", shard_of({image_record(30, 1), image_record(40, 1)}));
  folder.write("p01-1.tfrec", shard_of({image_record(30, 7)}));
  const RunResult result = inspect(folder, {"."});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "2 shards, 3 records, 246 B, not compressed\n"
        "\n"
        "feature  kind   length  in records  values\n"
        "image    bytes       1           3  3 PNG\n"
        "label    int64       1           3  1 to 7\n"
        "\n"
        "images    'image': 3 PNG; width 30 to 40, height 20, 3 channels\n"
        "labels    'label': 1 × 2, 7 × 1\n"
        "mixing    'label': too few records to judge\n"
        "\n"
        "record 0 of ./p00-2.tfrec, at byte 0, 66 B\n"
        "  image  bytes  PNG 30×20, 3 channels, 33 B\n"
        "  label  int64  1\n");
}

TEST_CASE("inspect --json has the contract's keys in order") {
  const ScratchFolder folder;
  folder.write("p00-1.tfrec", shard_of({image_record(30, 7)}));
  const RunResult result = inspect(folder, {"--json", "p00-1.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const std::string images =
      R"("count":1,"formats":{"png":1},"width":{"min":30,"max":30},"height":{"min":20,"max":20},"channels":{"3":1},)"
      R"("progressive":0,"exif_oriented":0)";
  CHECK(
      result.out ==
      R"({"files":[{"path":"p00-1.tfrec","records":1,"examples":1,"bytes":82,"complete":true,)"
      R"("compression":"none","sequence_examples":0,"damaged":0}],"schema":[)"
      R"({"name":"image","kind":"bytes","min_length":1,"max_length":1,"in_records":1,"bytes":{"min":33,"max":33}},)"
      R"({"name":"label","kind":"int64","min_length":1,"max_length":1,"in_records":1,"min":7,"max":7,)"
      R"("histogram":[{"value":7,"records":1}]}],"images":{)" +
          images + R"(,"features":{"image":{)" + images +
          R"(}}},"samples":[{"path":"p00-1.tfrec","record":0,)"
          R"("offset":0,"bytes":66,"features":[{"name":"image","kind":"bytes","length":1,"values":[{"bytes":33,"image":)"
          R"({"format":"png","width":30,"height":20,"channels":3,"progressive":false,"exif_orientation":1}}]},)"
          R"({"name":"label","kind":"int64","length":1,"values":[7]}]}],"problems":[],"notes":[],"mixing":[],"feature_lists":[]})"
          "\n");
}

TEST_CASE("inspect: labels that are sorted over the shards of a split are reported, mixed ones are not") {
  const ScratchFolder folder;
  const auto shard = [](std::int64_t first, std::int64_t step) {
    std::vector<std::string> payloads;
    for (std::int64_t i = 0; i < 60; ++i)
      payloads.push_back(payload_of({{"label", Integers{(first + i * step) % 4}}}));
    return shard_of(payloads);
  };
  for (std::int64_t k = 0; k < 4; ++k) {
    folder.write("sorted/s0" + std::to_string(k) + "-60.tfrec", shard(k, 0));
    folder.write("mixed/m0" + std::to_string(k) + "-60.tfrec", shard(k, 1));
  }
  const RunResult sorted = inspect(folder, {"--samples", "0", "sorted"});
  CHECK(sorted.exit_code == 0);
  CHECK_THAT(sorted.out,
             Catch::ContainsSubstring(
                 "mixing    'label': 0.00 between 4 shards, 1.00 within each; 1 is fully mixed\n"));
  CHECK(sorted.err ==
        "tfrec: sorted: label 'label' is sorted over the shards (mixing score 0.00 of 1): a reader "
        "sees one value for long; `tfrec reshard --shuffle` mixes them\n");
  const RunResult mixed = inspect(folder, {"--samples", "0", "mixed"});
  CHECK(mixed.err.empty());
  CHECK_THAT(mixed.out,
             Catch::ContainsSubstring(
                 "mixing    'label': 1.00 between 4 shards, 1.00 within each; 1 is fully mixed\n"));
  const Json both = Json::parse(inspect(folder, {"--json", "-q", "."}).out)["mixing"];
  REQUIRE(both.size() == 2);
  CHECK(both[0]["folder"] == "./mixed");
  CHECK(both[0]["sorted"] == false);
  CHECK(both[1]["sorted"] == true);
}

TEST_CASE("inspect printed scores of shuffled shards that have too few records to judge") {
  const ScratchFolder folder;
  std::vector<std::string> payloads;
  for (std::int64_t i = 0; i < 4; ++i) payloads.push_back(payload_of({{"label", Integers{i / 2}}}));
  for (int k = 10; k < 12; ++k) folder.write("few/" + std::to_string(k) + "-4.tfrec", shard_of(payloads));
  for (int k = 10; k < 34; ++k) folder.write("many/" + std::to_string(k) + "-4.tfrec", shard_of(payloads));
  CHECK_THAT(inspect(folder, {"--samples", "0", "few"}).out,
             Catch::ContainsSubstring("mixing    'label': too few records to judge\n"));
  CHECK_THAT(inspect(folder, {"--samples", "0", "many"}).out,
             Catch::ContainsSubstring("mixing    'label': 1.00 between 24 shards, too few records to judge "
                                      "within each; 1 is fully mixed\n"));
  CHECK(Json::parse(inspect(folder, {"--json", "-q", "few"}).out)["mixing"][0]["within_shards"] == 0.0);
}

TEST_CASE("inspect listed the mixing of test before that of train") {
  const ScratchFolder folder;
  std::vector<std::string> payloads;
  for (std::int64_t i = 0; i < 60; ++i) payloads.push_back(payload_of({{"label", Integers{i % 4}}}));
  for (const char* split : {"test", "train", "val"})
    folder.write(std::string("set/") + split + "/s00-60.tfrec", shard_of(payloads));
  const Json mixing = Json::parse(inspect(folder, {"--json", "-q", "set"}).out)["mixing"];
  REQUIRE(mixing.size() == 3);
  CHECK(mixing[0]["folder"] == "set/train");
  CHECK(mixing[1]["folder"] == "set/val");
  CHECK(mixing[2]["folder"] == "set/test");
}

TEST_CASE("inspect: labels of one shard in runs are reported") {
  const ScratchFolder folder;
  std::vector<std::string> payloads;
  for (std::int64_t i = 0; i < 200; ++i) payloads.push_back(payload_of({{"label", Integers{i / 50}}}));
  folder.write("a00-200.tfrec", shard_of(payloads));
  const RunResult result = inspect(folder, {"a00-200.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::ContainsSubstring("sorted within the shards (mixing score 0.00 of 1)"));
}

TEST_CASE("inspect: kinds, lengths and ranges over all records of all files") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({payload_of({{"x", Integers{5, -3}}, {"t", Texts{"abc"}}}),
                                    payload_of({{"x", Integers{}}})}));
  folder.write("b.tfrec", shard_of({payload_of({{"x", Integers{9}}, {"f", Floats{0.1F, -2.5F}}})}));
  const Json schema = inspect_json(folder, {"."})["schema"];
  REQUIRE(schema.size() == 3);
  CHECK(schema[0].dump() ==
        R"({"name":"f","kind":"float","min_length":2,"max_length":2,"in_records":1,"min":-2.5,"max":0.1})");
  CHECK(
      schema[1].dump() ==
      R"({"name":"t","kind":"bytes","min_length":1,"max_length":1,"in_records":1,"bytes":{"min":3,"max":3}})");
  CHECK(schema[2].dump() ==
        R"({"name":"x","kind":"int64","min_length":0,"max_length":2,"in_records":3,"min":-3,"max":9})");
}

TEST_CASE("inspect --records looks at the first records alone") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(3));
  folder.write("b.tfrec", flower_shard(3, 10));
  const RunResult result = inspect(folder, {"--records", "4", "--samples", "0", "."});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: read only the first 4 records\n");
  CHECK_THAT(result.out, Catch::StartsWith("2 shards, 4 records, "));
  CHECK_THAT(result.out, Catch::ContainsSubstring("class    int64       1           4  0 to 10\n"));
  CHECK(result.out.find("record 0 of") == std::string::npos);
  const Json json = inspect_json(folder, {"--records", "4", "."});
  CHECK(json["files"][0]["records"] == 3);
  CHECK(json["files"][1]["records"] == 1);
  CHECK(json["files"][1]["complete"] == false);
}

TEST_CASE("inspect: the sample of a set with splits was a record of test") {
  const ScratchFolder folder;
  for (const std::string& split : std::vector<std::string>{"test", "train", "val"})
    folder.write("set/" + split + "/a.tfrec", flower_shard(1));
  const Json samples = inspect_json(folder, {"--samples", "3", "set"})["samples"];
  REQUIRE(samples.size() == 3);
  CHECK(samples[0]["path"] == "set/train/a.tfrec");
  CHECK(samples[1]["path"] == "set/val/a.tfrec");
  CHECK(samples[2]["path"] == "set/test/a.tfrec");
}

TEST_CASE("inspect --samples goes over several files") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(1));
  folder.write("b.tfrec", flower_shard(3, 10));
  const Json samples = inspect_json(folder, {"--samples", "3", "-j", "2", "."})["samples"];
  REQUIRE(samples.size() == 3);
  CHECK(samples[0]["path"] == "./a.tfrec");
  CHECK(samples[1]["path"] == "./b.tfrec");
  CHECK(samples[2]["record"] == 1);
  CHECK(samples[2]["features"][0]["values"][0] == 11);
  CHECK(samples[2]["features"][1]["values"][0]["text"] == "flower11.jpg");
  CHECK(samples[2]["features"][2]["values"].dump() == "[0.5,1.0]");
}

TEST_CASE("inspect --record shows one record, beside damage too") {
  const ScratchFolder folder;
  folder.write("a.tfrec", with_flipped_bit(flower_shard(4), 83 + 40));
  const RunResult result = inspect(folder, {"--record", "2", "a.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        "record 2 of a.tfrec, at byte 166, 67 B\n"
        "  class   int64  2\n"
        "  name    bytes  \"flower2.jpg\"\n"
        "  weight  float  [0.5, 1]\n");
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: a.tfrec: record 1 at byte 83 (83 bytes): "));
  const RunResult damaged = inspect(folder, {"--record", "1", "a.tfrec"});
  CHECK(damaged.exit_code == 1);
  CHECK_THAT(damaged.err, Catch::StartsWith("tfrec: error: a.tfrec: record 1 at byte 83 (83 bytes): "));
  const RunResult behind = inspect(folder, {"--record", "4", "a.tfrec"});
  check_error(behind, 2,
              "tfrec: error: a.tfrec: has no record 4: it contains 4 records\ntfrec: hint: the first record "
              "is 0, the last 3\n");
  folder.write("b.tfrec", flower_shard(1));
  const RunResult several = inspect(folder, {"--record", "0", "."});
  CHECK(several.exit_code == 2);
  CHECK(several.out.empty());
  CHECK_THAT(several.err, Catch::StartsWith("tfrec: error: --record needs one shard, not 2\n"));
}

TEST_CASE("inspect --save of a damaged record did not report that its image is not saved") {
  const ScratchFolder folder;
  folder.write("a.tfrec", with_flipped_bit(flower_shard(3), 83 + 40));
  const RunResult result = inspect(folder, {"--record", "1", "--save", "x.jpg", "a.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err,
             Catch::StartsWith("tfrec: error: a.tfrec: record 1 at byte 83 (83 bytes) is damaged, so its "
                               "image is not saved: payload and its checksum disagree\n"));
  CHECK_FALSE(std::filesystem::exists(folder / "x.jpg"));
}

TEST_CASE("inspect --record did not show which image a damaged record contains") {
  const ScratchFolder folder;
  folder.write("a.tfrec", with_flipped_bit(flower_shard(2), 83 + 79));  // its payload checksum
  const RunResult result = inspect(folder, {"--record", "1", "a.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK(result.out ==
        "record 1 of a.tfrec, at byte 83, 67 B\n"
        "  class   int64  1\n"
        "  name    bytes  \"flower1.jpg\"\n"
        "  weight  float  [0.5, 1]\n");
  CHECK(result.err ==
        "tfrec: error: a.tfrec: record 1 at byte 83 (83 bytes): payload and its checksum disagree; values of "
        "this "
        "record may be wrong\n"
        "tfrec: hint: `tfrec repair` recovers the intact records\n");
  folder.write("gone.tfrec", with_flipped_bit(flower_shard(2), 83 + 3));
  const RunResult gone = inspect(folder, {"--record", "1", "gone.tfrec", "--save", "x.jpg"});
  CHECK(gone.exit_code == 1);
  CHECK(gone.out.empty());
}

TEST_CASE("inspect counted intact records alone, and count all, without a reason in the table") {
  const ScratchFolder folder;
  folder.write("a.tfrec", with_flipped_bit(flower_shard(4), 83 + 40));
  const RunResult result = inspect(folder, {"a.tfrec", "--samples", "0"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out,
             Catch::StartsWith("1 shard, 3 intact records, damage in 1 place, 332 B, not compressed\n"));
  const Json file = Json::parse(inspect(folder, {"a.tfrec", "--json"}).out)["files"][0];
  CHECK(file["records"] == 3);
  CHECK(file["damaged"] == 1);
}

TEST_CASE("inspect: damage is reported and ends with exit code 1, the rest is shown") {
  const ScratchFolder folder;
  folder.write("a.tfrec", with_flipped_bit(flower_shard(4), 83 + 40));
  const RunResult result = inspect(folder, {"a.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: a.tfrec: record 1 at byte 83 (83 bytes): "));
  CHECK_THAT(result.out, Catch::ContainsSubstring("class    int64       1           3  0 to 3\n"));
}

TEST_CASE("inspect: payloads that are no examples") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({"hello", png(5, 20), std::string("\0\xFF\x01", 3)}));
  const RunResult result = inspect(folder, {"--samples", "3", "a.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: a.tfrec: no record is a tf.train.Example\n");
  CHECK(result.out ==
        "1 shard, 3 records, 89 B, not compressed\n"
        "\n"
        "images    payloads: 1 PNG; width 5, height 20, 3 channels\n"
        "\n"
        "record 0 of a.tfrec, at byte 0, 5 B\n"
        "  not a tf.train.Example: \"hello\"\n"
        "\n"
        "record 1 of a.tfrec, at byte 21, 33 B\n"
        "  not a tf.train.Example: PNG 5×20, 3 channels, 33 B\n"
        "\n"
        "record 2 of a.tfrec, at byte 70, 3 B\n"
        "  not a tf.train.Example: 00 ff 01\n");
}

TEST_CASE("inspect: numbers JSON does not know, and long values cut between characters") {
  const ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 60; ++i) text += "ö";
  folder.write(
      "a.tfrec",
      shard_of({payload_of({{"f", Floats{NAN, INFINITY, -INFINITY, 0.1F}}, {"t", Texts{"a" + text}}})}));
  const Json json = inspect_json(folder, {"a.tfrec"});
  CHECK(json["samples"][0]["features"][0]["values"].dump() == R"(["nan","inf","-inf",0.1])");
  CHECK(json["schema"][0]["not_finite"] == 3);
  const std::string shown = json["samples"][0]["features"][1]["values"][0]["text"];
  CHECK(shown == "a" + text.substr(0, 78));
  CHECK(json["samples"][0]["features"][1]["values"][0]["bytes"] == 121);
}

TEST_CASE("inspect: hostile bytes reach the terminal escaped, JSON stays JSON") {
  const ScratchFolder folder;
  const std::string evil = "\x1b]0;title\x07\xC2\x9B\xE2\x80\xAE";
  folder.write(evil + ".tfrec",
               shard_of({payload_of({{evil, Texts{evil}}, {"plain", Texts{"\xC2\x9B\xE2\x80\xAE"}}}),
                         example_of(entry("\xFF\x1b", "")), evil}));
  const RunResult result = inspect(folder, {"--samples", "9", "."});
  CHECK(result.exit_code == 0);
  for (const std::string& text : {result.out, result.err}) {
    CHECK(text.find_first_of("\x1b\x07") == std::string::npos);
    CHECK(text.find("\xC2\x9B") == std::string::npos);
    CHECK(text.find("\xE2\x80\xAE") == std::string::npos);
  }
  CHECK(nlohmann::json::accept(inspect(folder, {"--json", "--samples", "9", "."}).out));
}

TEST_CASE("inspect: options that contradict each other") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(1));
  const RunResult result = inspect(folder, {"--record", "0", "--samples", "2", "a.tfrec"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::ContainsSubstring("--record"));
}

TEST_CASE("inspect: counts that are none") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(1));
  const RunResult result = inspect(folder, {"a.tfrec", "--records=-1"});
  check_error(
      result, 2,
      "tfrec: error: --records: '-1' is not a whole number of at least 1\ntfrec: hint: see 'tfrec inspect "
      "--help'\n");
}

TEST_CASE("inspect: the same with any number of threads") {
  const ScratchFolder folder;
  for (int i = 0; i < 20; ++i) folder.write("a" + std::to_string(10 + i) + ".tfrec", flower_shard(i, i));
  const RunResult one = inspect(folder, {".", "-j", "1", "--samples", "5"});
  const RunResult eight = inspect(folder, {".", "-j", "8", "--samples", "5"});
  CHECK(one.exit_code == 0);
  CHECK(one.out == eight.out);
  CHECK(one.err == eight.err);
}
