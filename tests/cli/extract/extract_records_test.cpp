// SPDX-License-Identifier: Apache-2.0
// Some records of shards, and records that are images themselves.
#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/images.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

std::string shard_from(int first, int records) {
  std::vector<std::string> payloads;
  for (int i = first; i < first + records; ++i) {
    payloads.push_back(payload_of({{"id", Texts{"p" + std::to_string(i) + ".jpg"}},
                                   {"image", Texts{jpeg_image(8, 8, static_cast<unsigned>(i) + 1)}}}));
  }
  return shard_of(payloads);
}

/// Twelve records in two shards of a folder.
class TwoShards {
 public:
  TwoShards() {
    folder.write("in/a.tfrec", shard_from(0, 10));
    folder.write("in/b.tfrec", shard_from(10, 2));
  }
  RunResult extract(const Words& records, const std::string& from = "in") const {
    Words words{"extract", from, "-o", "out", "-q"};
    for (const std::string& record : records) words = words + Words{"--records", record};
    return run_tfrec(words, in(folder));
  }
  std::string table() const { return folder.read("out/labels.csv"); }

  ScratchFolder folder;
};

}  // namespace

TEST_CASE("extract --records takes records and ranges of several shards, in their order") {
  const TwoShards shards;
  const RunResult result = shards.extract({"b.tfrec:1", "a.tfrec:8-9,0", "a.tfrec:0"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(shards.table() == "image\np0.jpg\np8.jpg\np9.jpg\np11.jpg\n");
  CHECK(shards.folder.read("out/images/p8.jpg") == jpeg_image(8, 8, 9));
}

TEST_CASE("extract --records --json lists only the shards with such records") {
  const TwoShards shards;
  const RunResult result = run_tfrec(
      {"extract", "in", "-o", "out", "-q", "--json", "--records", "in/b.tfrec:0"}, in(shards.folder));
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const auto json = nlohmann::json::parse(result.out);
  CHECK(json["pictures"] == 1);
  REQUIRE(json["files"].size() == 1);
  CHECK(json["files"][0]["path"] == "in/b.tfrec");
}

TEST_CASE("extract --records reports the damage of those records alone") {
  const TwoShards shards;
  const std::string record = shard_from(0, 1);
  shards.folder.write("in/a.tfrec", with_flipped_bit(shard_from(0, 10), 2 * record.size() + 40));
  CHECK(shards.extract({"a.tfrec:0-1,3"}).exit_code == 0);
  CHECK(shards.table() == "image\np0.jpg\np1.jpg\np3.jpg\n");
  std::filesystem::remove_all(shards.folder / "out");
  const RunResult damaged = shards.extract({"a.tfrec:2-3"});
  CHECK(damaged.exit_code == 1);
  CHECK_THAT(damaged.err, Catch::StartsWith("tfrec: error: in/a.tfrec: record 2 at byte "));
  CHECK(shards.table() == "image\np3.jpg\n");
}

TEST_CASE("extract --records of a damaged record did not report that its image is not saved") {
  const TwoShards shards;
  const std::string record = shard_from(0, 1);
  shards.folder.write("in/a.tfrec", with_flipped_bit(shard_from(0, 10), 2 * record.size() + 40));
  const RunResult damaged = shards.extract({"a.tfrec:2"});
  CHECK(damaged.exit_code == 1);
  CHECK_THAT(damaged.err,
             Catch::StartsWith("tfrec: error: in/a.tfrec: record 2 at byte ") &&
                 Catch::ContainsSubstring(" is damaged, so its image is not saved: payload and its") &&
                 Catch::EndsWith("tfrec: hint: the image may still be readable: tfrec inspect "
                                 "in/a.tfrec --record 2 --save image.jpg\n"));
}

TEST_CASE(
    "extract's hint for a damaged record was a command that failed, on compressed shards and cut records") {
  const TwoShards shards;
  const std::string record = shard_from(0, 1);
  const std::string flipped = with_flipped_bit(shard_from(0, 10), 2 * record.size() + 400);
  const std::string cut = shard_from(0, 10).erase(2 * record.size() + 400, 4);
  const auto among_others = [&] {
    return run_tfrec({"extract", "in/a.tfrec", "--records", "1-3", "-o", "out"}, in(shards.folder));
  };
  const auto save = [&] {
    return run_tfrec({"inspect", "in/a.tfrec", "--record", "2", "--save", "image.jpg"}, in(shards.folder));
  };
  const std::string command = "tfrec inspect in/a.tfrec --record 2 --save image.jpg\n";
  for (const std::string& shard : {gzipped(flipped), cut, gzipped(cut)}) {
    shards.folder.write("in/a.tfrec", shard);
    const RunResult alone = shards.extract({"a.tfrec:2"});
    CHECK(alone.exit_code == 1);
    CHECK_THAT(alone.err,
               ContainsSubstring("record 2 at byte ") &&
                   Catch::EndsWith("\ntfrec: hint: `tfrec verify` lists all damage, `tfrec repair` "
                                   "recovers the intact records\n"));
    const RunResult among = among_others();
    CHECK(among.exit_code == 1);
    CHECK_THAT(among.err, ContainsSubstring("record 2 at byte ") && !ContainsSubstring(command));
    std::filesystem::remove_all(shards.folder / "out");
    CHECK(save().exit_code == 1);
    CHECK_FALSE(std::filesystem::exists(shards.folder / "image.jpg"));
  }
  shards.folder.write("in/a.tfrec", flipped);
  CHECK_THAT(among_others().err,
             ContainsSubstring("tfrec: hint: the image may still be readable: " + command));
  CHECK_THAT(save().out, ContainsSubstring("saved     image.jpg"));
  CHECK(std::filesystem::exists(shards.folder / "image.jpg"));
}

TEST_CASE("extract --records: the selected records decide which feature holds the images") {
  const TwoShards shards;
  std::vector<std::string> payloads(40, payload_of({{"id", Texts{"no image"}}}));
  payloads.push_back(payload_of({{"photo", Texts{jpeg_image(8, 8)}}}));
  shards.folder.write("in/c.tfrec", shard_of(payloads));
  CHECK(shards.extract({"c.tfrec:40"}, "in/c.tfrec").exit_code == 0);
  CHECK(shards.folder.read("out/images/000000.jpg") == jpeg_image(8, 8));
}

TEST_CASE("extract --records behind the last record is a usage error, and writes nothing") {
  const TwoShards shards;
  check_error(shards.extract({"b.tfrec:1-2"}), 2,
              "tfrec: error: in/b.tfrec: has no record 2: it contains 2 records\n"
              "tfrec: hint: the first record is 0, the last 1\n");
  CHECK(names(shards.folder.files(".")) == Words{"in/a.tfrec", "in/b.tfrec"});
}

TEST_CASE("extract --records needs no name for the only shard") {
  const TwoShards shards;
  CHECK(shards.extract({"0-1", "9"}, "in/a.tfrec").exit_code == 0);
  CHECK(shards.table() == "image\np0.jpg\np1.jpg\np9.jpg\n");
}

TEST_CASE("extract --records and inspect --record behind a cut shard count its intact records") {
  const TwoShards shards;
  const std::string shard = shard_from(0, 10);
  shards.folder.write("in/a.tfrec", shard.substr(0, shard.size() - 5));
  const std::string message =
      "tfrec: error: in/a.tfrec: has no record 10: it contains 9 intact records and damage\n"
      "tfrec: hint: `tfrec verify` lists all damage, `tfrec repair` recovers the intact records\n";
  check_error(shards.extract({"a.tfrec:8-10"}), 1, message);
  check_error(run_tfrec({"inspect", "in/a.tfrec", "--record", "10"}, in(shards.folder)), 1, message);
  const RunResult cut = shards.extract({"a.tfrec:9"});
  CHECK(cut.exit_code == 1);
  CHECK_THAT(cut.err, Catch::StartsWith("tfrec: error: in/a.tfrec: record 9 at byte "));
  CHECK(names(shards.folder.files(".")) == Words{"in/a.tfrec", "in/b.tfrec"});
}

TEST_CASE("extract lists a few of many bad records, and counts the others") {
  const ScratchFolder folder;
  std::vector<std::string> payloads(200, payload_of({{"id", Integers{1}}}));
  payloads.insert(payloads.begin(), payload_of({{"image", Texts{jpeg_image(8, 8)}}}));
  folder.write("a.tfrec", shard_of(payloads));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "out", "-q"}, in(folder));
  CHECK(result.exit_code == 1);
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 6);
  CHECK_THAT(result.err, ContainsSubstring(": has no feature 'image'\n") &&
                             Catch::EndsWith("\ntfrec: error: and 195 more problems; see --json\n"));
  CHECK_THAT(result.out, ContainsSubstring("bad      200 records not extracted\n"));
}

TEST_CASE("extract and inspect --save give no hint that can't work for a SequenceExample") {
  const ScratchFolder folder;
  const std::string lists = field(2, field(1, field(1, "frames") + field(2, "")));
  folder.write("a.tfrec", shard_of({example_of(entry("id", int64_feature(varint(7)))) + lists}));
  check_error(run_tfrec({"extract", "a.tfrec", "-o", "out"}, in(folder)), 1,
              "tfrec: error: a.tfrec: the records are tf.train.SequenceExamples, whose feature lists extract "
              "does not read\n");
  check_error(run_tfrec({"inspect", "a.tfrec", "--record", "0", "--save", "a.jpg"}, in(folder)), 1,
              "tfrec: error: a.tfrec: record 0 contains no encoded image outside the feature lists of its "
              "tf.train.SequenceExample\n");
}

TEST_CASE("extract warns of feature lists that it leaves out beside images") {
  const ScratchFolder folder;
  const std::string lists = field(2, field(1, field(1, "frames") + field(2, "")));
  folder.write("a.tfrec", shard_of({payload_of({{"image", Texts{jpeg_image(8, 8)}}}) + lists}));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "out", "-q"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: warning: feature lists of tf.train.SequenceExamples are not extracted\n");
}

TEST_CASE("extract --records names one shard of those found") {
  const TwoShards shards;
  shards.folder.write("in/more/b.tfrec", shard_from(20, 1));
  check_error(shards.extract({"b.tfrec:0"}), 2,
              "tfrec: error: --records: 'b.tfrec' names several shards: 'in/b.tfrec', 'in/more/b.tfrec'\n"
              "tfrec: hint: write more of its path\n");
  check_error(shards.extract({"c.tfrec:0"}), 2,
              "tfrec: error: --records: 'c.tfrec' is not among the shards\n"
              "tfrec: hint: did you mean 'a.tfrec'?\n");
  check_error(shards.extract({"elsewhere:0"}), 2,
              "tfrec: error: --records: 'elsewhere' is not among the shards\n"
              "tfrec: hint: `tfrec count` lists the shards\n");
  CHECK(shards.extract({"more/b.tfrec:0"}).exit_code == 0);
  CHECK(shards.table() == "image\np20.jpg\n");
}

TEST_CASE("extract --records refuses what is not SHARD:N or SHARD:N-M") {
  const TwoShards shards;
  for (const char* text : {"a.tfrec", "a.tfrec:", "a.tfrec:x", "a.tfrec:-1", "a.tfrec:3-1", "a.tfrec:1,",
                           "a.tfrec:1-2-3", "a.tfrec:9223372036854775807"}) {
    INFO(text);
    check_error(shards.extract({text}), 2,
                "tfrec: error: --records: '" + std::string(text) +
                    "' is not SHARD:N or SHARD:N-M\n"
                    "tfrec: hint: for instance --records flowers00-15.tfrec:3 or flowers00-15.tfrec:0,7-9\n");
  }
}

TEST_CASE("extract --records without a shard names one of several") {
  const TwoShards shards;
  check_error(shards.extract({"0-1"}), 2,
              "tfrec: error: --records: '0-1' needs the name of one of the 2 shards before it\n"
              "tfrec: hint: for instance --records a.tfrec:0-1\n");
}

TEST_CASE("extract: records that are images themselves are numbered") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({jpeg_image(8, 8, 1), jpeg_image(8, 8, 2)}));
  const RunResult result = run_tfrec({"extract", "a.tfrec", "-o", "out"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: the records are images, not tf.train.Examples; they are numbered\n");
  CHECK_THAT(result.out, Catch::StartsWith("images 2 files, "));
  CHECK(folder.read("out/labels.csv") == "image\n000000.jpg\n000001.jpg\n");
  CHECK(folder.read("out/images/000001.jpg") == jpeg_image(8, 8, 2));
}

TEST_CASE("extract: among records that are images, others are bad") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({jpeg_image(8, 8), "text", payload_of({{"id", Integers{1}}})}));
  folder.write("b.tfrec", shard_of({jpeg_image(8, 8, 2)}));
  const RunResult result = run_tfrec({"extract", "b.tfrec", "a.tfrec", "-o", "out", "-q", "--records",
                                      "a.tfrec:0-1", "--records", "b.tfrec:0"},
                                     in(folder));
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: a.tfrec: record 1 at byte ") &&
                             Catch::EndsWith(": contains no image, but text\n"));
  CHECK(folder.read("out/labels.csv") == "image\n000000.jpg\n000001.jpg\n");
}

TEST_CASE("extract: records that are images have no features to name") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({jpeg_image(8, 8)}));
  for (const Words& words :
       {Words{"--shape", "8x8x3"}, Words{"--image-feature", "image"}, Words{"--name-feature", "id"}}) {
    check_error(run_tfrec(Words{"extract", "a.tfrec", "-o", "out"} + words, in(folder)), 2,
                "tfrec: error: " + words[0] +
                    ": the records are images without features\ntfrec: hint: leave the option out\n");
  }
}
