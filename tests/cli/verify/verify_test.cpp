// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "support/data/deflated.hpp"
#include "support/data/example_bytes.hpp"
#include "support/runs/verify_runs.hpp"
#include "tfrecord/crc32c.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("verify: a sound set") {
  const ScratchFolder folder;
  write_set(folder);
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 2 shards, 6 intact records, 501 B\n");
  CHECK(result.err.empty());
  const RunResult quiet = verify(folder, {"-q", "."});
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.out.empty());
  CHECK(quiet.err.empty());
}

TEST_CASE("verify: of a compressed shard, what readers need is reported") {
  const ScratchFolder folder;
  folder.write("f00-3.tfrec", gzipped(flower_shard(3)));
  const RunResult result = verify(folder, {"f00-3.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::StartsWith("ok: 1 shard, 3 intact records, "));
  CHECK(result.err == "tfrec: f00-3.tfrec: compressed, readers need compression_type=\"GZIP\"\n");
}

TEST_CASE("verify: offsets in a compressed shard are explained once") {
  const ScratchFolder folder;
  folder.write("f00-3.tfrec", gzipped(with_flipped_bit(flower_shard(3), 83 + 40)));
  folder.write("f01-3.tfrec", gzipped(with_flipped_bit(flower_shard(3, 3), 83 + 40)));
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::StartsWith("./f00-3.tfrec: record 1 at byte 83 (83 bytes): "));
  CHECK(
      result.err ==
      "tfrec: hint: `tfrec repair` recovers the intact records, `tfrec inspect SHARD --record N` shows what "
      "is readable of a damaged one\n"
      "tfrec: 2 shards (first: ./f00-3.tfrec): compressed, readers need compression_type=\"GZIP\"\n"
      "tfrec: 2 shards (first: ./f00-3.tfrec): the bytes of problems are counted in the uncompressed data\n");
}

TEST_CASE("verify --json of a sound shard has the contract's keys in order") {
  const ScratchFolder folder;
  folder.write("f00-3.tfrec", flower_shard(3));
  const RunResult result = verify(folder, {"--json", "f00-3.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        R"({"ok":true,"records":3,"files":[{"path":"f00-3.tfrec","records":3,"bytes":249,"ok":true,)"
        R"("content":"examples","problems":[]}],"problems":[],"notes":)"
        R"([],"warnings":[]})"
        "\n");
  CHECK(result.err.empty());
}

TEST_CASE("verify: a flipped bit in a payload") {
  const ScratchFolder folder;
  const std::string sound = flower_shard(3);
  folder.write("f00-3.tfrec", with_flipped_bit(sound, 83 + 40));
  const RunResult result = verify(folder, {"f00-3.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::ContainsSubstring("f00-3.tfrec: record 1 at byte 83 (83 bytes): "));
  CHECK_THAT(result.out,
             Catch::ContainsSubstring("\nbad: 1 problem, 1 of 1 shard; 2 intact records, 249 B\n"));
  CHECK(result.err ==
        "tfrec: hint: `tfrec repair` recovers the intact records, `tfrec inspect SHARD --record N` shows "
        "what is readable of a damaged one\n");
  const Json problem = verify_json(folder, 1, {"."})["files"][0]["problems"][0];
  CHECK(problem["kind"] == "payload");
  CHECK(problem["record"] == 1);
  CHECK(problem["offset"] == 83);
  CHECK(problem["length"] == 83);
  CHECK(problem["message"].is_string());
}

TEST_CASE("verify: a flipped bit in a length") {
  const Json problem = only_problem(with_flipped_bit(flower_shard(3), 83));
  CHECK(problem["kind"] == "header");
  CHECK(problem["record"] == 1);
  CHECK(problem["offset"] == 83);
}

TEST_CASE("verify: a file that ends inside a record") {
  const std::string sound = flower_shard(3);
  for (const std::size_t cut : {1U, 5U, 40U, 72U, 82U}) {
    INFO(cut);
    const Json problem = only_problem(sound.substr(0, sound.size() - cut));
    CHECK(problem["kind"] == "truncated");
    CHECK(problem["record"] == 2);
    CHECK(problem["offset"] == 166);
    CHECK(problem["length"] == 83 - cut);
  }
}

TEST_CASE("verify: all damage of all files, in order, whatever the threads") {
  const ScratchFolder folder;
  const std::string sound = flower_shard(5);
  for (int i = 0; i < 12; ++i) {
    folder.write("f" + std::to_string(10 + i) + "-5.tfrec",
                 with_flipped_bit(with_flipped_bit(sound, 50), 83 * 3 + 50));
  }
  const RunResult one = verify(folder, {".", "-j", "1"});
  const RunResult eight = verify(folder, {".", "-j", "8"});
  CHECK(one.exit_code == 1);
  CHECK(one.out == eight.out);
  CHECK(one.err == eight.err);
  CHECK_THAT(one.out,
             Catch::ContainsSubstring("\nbad: 24 problems, 12 of 12 shards; 36 intact records, 4.98 kB\n"));
  CHECK_THAT(one.out, Catch::StartsWith("./f10-5.tfrec: record 0 at byte 0 (83 bytes): "));
  CHECK_THAT(one.out, Catch::ContainsSubstring("\n./f10-5.tfrec: record 3 at byte 249 (83 bytes): "));
}

TEST_CASE("verify: a wrong count in the name") {
  const ScratchFolder folder;
  folder.write("f00-4.tfrec", flower_shard(3));
  const RunResult result = verify(folder, {"f00-4.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK(result.out ==
        "f00-4.tfrec: the name gives 4 records, the file contains 3 intact records\n"
        "bad: 1 problem, 1 of 1 shard; 3 intact records, 249 B\n");
  CHECK(result.err.empty());
  const Json problem = verify_json(folder, 1, {"."})["files"][0]["problems"][0];
  CHECK(problem["kind"] == "name");
  CHECK(problem["record"] == 3);
  CHECK(problem["offset"] == 249);
  CHECK(problem["length"] == 0);
}

TEST_CASE("verify: without a witness whole records may be missing unseen, and it reports that") {
  const ScratchFolder folder;
  folder.write("flowers.tfrec", flower_shard(3));
  const RunResult result = verify(folder, {"flowers.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 1 shard, 3 intact records, 249 B\n");
  CHECK(result.err ==
        "tfrec: flowers.tfrec: expected record count unknown, as usual for shards of other tools: missing "
        "records can't be detected\n");
}

TEST_CASE("verify: a shard below 10 MB is worth a word where its folder has more") {
  const ScratchFolder folder;
  folder.write("a/f00-1.tfrec", shard_of({std::string(8'000'000, 'x')}));
  folder.write("b/f00-1.tfrec", shard_of({std::string(8'000'000, 'y')}));
  CHECK_THAT(verify(folder, {"."}).err, !Catch::ContainsSubstring("smaller than 10 MB"));
  folder.write("b/f01-1.tfrec", shard_of({std::string(3'000'000, 'z')}));
  const RunResult result = verify(folder, {"b"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             Catch::ContainsSubstring("2 shards (first: b/f00-1.tfrec): smaller than 10 MB; shards "
                                      "of 10 to 100 MB are read fastest"));
}

TEST_CASE("verify: a file of zero bytes is a valid shard of no records") {
  const ScratchFolder folder;
  folder.write("f00-0.tfrec", "");
  const RunResult result = verify(folder, {"f00-0.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 1 shard, 0 intact records, 0 B\n");
  CHECK(result.err == "tfrec: f00-0.tfrec: empty, a valid shard of no records\n");
}

TEST_CASE("verify: payloads of another kind are taken as such and reported") {
  const ScratchFolder folder;
  folder.write("f00-3.tfrec", shard_of({"first", "", "second"}));
  const RunResult result = verify(folder, {"f00-3.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 1 shard, 3 intact records, 59 B\n");
  CHECK(result.err ==
        "tfrec: f00-3.tfrec: no record is a tf.train.Example, taken as payloads of another kind\n");
  CHECK(verify_json(folder, 0, {"."})["files"][0]["content"] == "opaque");
}

TEST_CASE("verify: some records that are no examples are damage") {
  const Json problem = only_problem(shard_of({flower(0), "\x0A\x7Fno example", flower(1)}));
  CHECK(problem["kind"] == "example");
  CHECK(problem["record"] == 1);
  CHECK(problem["offset"] == 83 + 12);
  CHECK(problem["length"] == 12);
  CHECK(problem["message"] ==
        "not a tf.train.Example like the others: malformed protobuf at byte 2 of the payload");
  CHECK(only_problem(shard_of({flower(0), field(5, "x")}))["message"] ==
        "not a tf.train.Example like the others: it contains no features");
}

TEST_CASE("verify --framing-only stops before the payloads' content") {
  const ScratchFolder folder;
  folder.write("f00-2.tfrec", shard_of({flower(0), "\x0A\x7Fno example"}));
  const RunResult result = verify(folder, {"--framing-only", "f00-2.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 1 shard, 2 intact records, 111 B\n");
  CHECK(result.err == "tfrec: --framing-only: the contents of records were not checked\n");
  folder.write("f00-2.tfrec", with_flipped_bit(shard_of({flower(0), flower(1)}), 40));
  CHECK(verify(folder, {"--framing-only", "f00-2.tfrec"}).exit_code == 1);
}

TEST_CASE("verify: an example TensorFlow's fast parser reads differently") {
  const std::string ids = int64_feature("\x01\x02");
  const std::string first = example_of(entry("a", ids));
  const Json problem = only_problem(shard_of({flower(0), first + example_of(entry("a", ids))}));
  CHECK(problem["kind"] == "example");
  CHECK(problem["record"] == 1);
  CHECK(problem["message"] == "feature 'a' is listed twice; readers keep the last");
  // The second entry: behind the first example and the tags and lengths of its own features and map entry.
  CHECK(problem["offset"] == shard_of({flower(0)}).size() + 12 + first.size() + 4);
  CHECK(problem["length"] == first.size() - 4);
}

TEST_CASE("verify: a feature changes its kind within a file") {
  const Json problem =
      only_problem(shard_of({payload_of({{"a", Integers{1}}}), payload_of({{"a", Floats{1}}})}));
  CHECK(problem["kind"] == "schema");
  CHECK(problem["record"] == 1);
  CHECK(problem["message"] == "feature 'a' is float here and int64 in the records before");
}

TEST_CASE("verify: damage without end is reported in part, and its number") {
  const ScratchFolder folder;
  std::string bytes;
  const std::string unit = "no header at" + shard_of({"x"});
  for (int i = 0; i < 100'300; ++i) bytes += unit;
  folder.write("a.tfrec", bytes);
  const RunResult result = verify(folder, {"-q", "--framing-only", "--json", "a.tfrec"});
  CHECK(result.exit_code == 1);
  const Json problems = Json::parse(result.out)["files"][0]["problems"];
  REQUIRE(problems.size() == 100'001);
  const Json& rest = problems.back();
  CHECK(rest["message"] == "and 300 problems more from here on");
  CHECK(rest["offset"] == 100'000 * unit.size());
  CHECK(rest["length"] == 299 * unit.size() + 12);
}

namespace {

/// A header that claims `length` bytes and three hundred million zeros behind it.
std::string gzipped_claim(std::uint64_t length) {
  std::string bytes;
  for (unsigned shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(length >> shift & 0xFFU);
  const std::uint32_t checksum = mask_crc32c(crc32c(bytes));
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(checksum >> shift & 0xFFU);
  bytes.resize(300'000'000);
  return gzipped(bytes);
}

}  // namespace

TEST_CASE("verify: a small GZIP file that claims a large record takes no memory for it", "[no-sanitizer]") {
  const ScratchFolder folder;
  folder.write("cut.tfrec", gzipped_claim(1U << 30));
  folder.write("whole.tfrec", gzipped_claim(290'000'000));
  RunSettings settings = in(folder);
  settings.address_space = 250'000'000;
  const RunResult cut = run_tfrec({"verify", "-q", "-j", "1", "cut.tfrec"}, settings);
  CHECK(cut.exit_code == 1);
  CHECK_THAT(cut.out,
             Catch::ContainsSubstring("the file ends inside the record: the header announces 1073741824"));
  const RunResult whole = run_tfrec({"verify", "-q", "-j", "1", "whole.tfrec"}, settings);
  CHECK(whole.exit_code == 1);
  CHECK_THAT(whole.out, Catch::ContainsSubstring("record 0 at byte 0"));
}
