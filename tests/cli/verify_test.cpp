// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "shards/set_description.hpp"
#include "support/catch.hpp"
#include "support/example_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/shard_bytes.hpp"
#include "tfrecord/crc32c.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

using Json = nlohmann::ordered_json;

RunResult verify(const ScratchFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "verify");
  return run_tfrec(arguments, {folder.path(), {}});
}

Json verify_json(const ScratchFolder& folder, int exit_code, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "--json");
  const RunResult result = verify(folder, arguments);
  INFO(result.err);
  CHECK(result.exit_code == exit_code);
  const Json json = Json::parse(result.out);
  CHECK(json["ok"] == (exit_code == 0));
  return json;
}

/// Writes a sound set of two shards with its manifest.
SetDescription write_set(const ScratchFolder& folder) {
  SetDescription set;
  set.features = {{"class", "int64:class", "int64", 1, 1},
                  {"name", "bytes:name", "bytes", 1, 1},
                  {"weight", "float:a,b", "float", 2, 2}};
  for (int k = 0; k < 2; ++k) {
    const std::string shard = flower_shard(3, 10 * k);
    const std::string path = "f0" + std::to_string(k) + "-3.tfrec";
    folder.write(path, shard);
    set.shards.push_back({path, "", "", 3, shard.size(), crc32c(shard), ""});
  }
  set.totals = {{"", "", 2, 6, set.shards[0].bytes + set.shards[1].bytes, 0, ""}};
  folder.write("manifest.json", manifest_json(set));
  return set;
}

const std::string k_frame = std::to_string(flower_shard(1).size());

/// The only problem that verify tells of a file with these bytes, as its JSON.
Json only_problem(const std::string& bytes) {
  const ScratchFolder folder;
  folder.write("a.tfrec", bytes);
  const Json json = verify_json(folder, 1, {"a.tfrec"});
  INFO(json.dump(1));
  CHECK(json["problems"].empty());
  CHECK(json["files"][0]["ok"] == false);
  REQUIRE(json["files"][0]["problems"].size() == 1);
  return json["files"][0]["problems"][0];
}

}  // namespace

TEST_CASE("verify: a sound set") {
  const ScratchFolder folder;
  write_set(folder);
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 2 shards, 6 intact records, 501 B\n");
  CHECK(result.err.empty());
  const RunResult quiet = verify(folder, {"-q", "."});
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.out == result.out);
  CHECK(quiet.err.empty());
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
  CHECK_THAT(result.out, Catch::ContainsSubstring("f00-3.tfrec: record 1 at byte 83 (+83): "));
  CHECK_THAT(result.out,
             Catch::ContainsSubstring("\nbad: 1 problem, 1 of 1 shard; 2 intact records, 249 B\n"));
  CHECK(result.err.empty());
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
  CHECK_THAT(one.out, Catch::StartsWith("./f10-5.tfrec: record 0 at byte 0 (+83): "));
  CHECK_THAT(one.out, Catch::ContainsSubstring("\n./f10-5.tfrec: record 3 at byte 249 (+83): "));
}

TEST_CASE("verify: a wrong count in the name") {
  const ScratchFolder folder;
  folder.write("f00-4.tfrec", flower_shard(3));
  const RunResult result = verify(folder, {"f00-4.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK(result.out ==
        "f00-4.tfrec: the name says 4 records, the file holds 3 intact records\n"
        "bad: 1 problem, 1 of 1 shard; 3 intact records, 249 B\n");
  CHECK(result.err.empty());
  const Json problem = verify_json(folder, 1, {"."})["files"][0]["problems"][0];
  CHECK(problem["kind"] == "name");
  CHECK(problem["record"] == 3);
  CHECK(problem["offset"] == 249);
  CHECK(problem["length"] == 0);
}

TEST_CASE("verify: without a witness whole records may be missing unseen, and it says so") {
  const ScratchFolder folder;
  folder.write("flowers.tfrec", flower_shard(3));
  const RunResult result = verify(folder, {"flowers.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 1 shard, 3 intact records, 249 B\n");
  CHECK(result.err ==
        "tfrec: flowers.tfrec: neither name nor manifest says how many records there should be; whole "
        "records may be "
        "missing unseen\n");
}

TEST_CASE("verify: a shard below 10 MB is worth a word where its folder has more") {
  const ScratchFolder folder;
  folder.write("a/f00-1.tfrec", shard_of({std::string(9'000'000, 'x')}));
  folder.write("b/f00-1.tfrec", shard_of({std::string(9'000'000, 'y')}));
  CHECK_THAT(verify(folder, {"."}).err, !Catch::ContainsSubstring("smaller than 10 MB"));
  folder.write("b/f01-1.tfrec", shard_of({std::string(2'000'000, 'z')}));
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

TEST_CASE("verify: payloads of another kind are taken as such and told") {
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
        "no tf.train.Example as the others: malformed protobuf at byte 2 of the payload");
  CHECK(only_problem(shard_of({flower(0), field(5, "x")}))["message"] ==
        "no tf.train.Example as the others: it holds no features");
}

TEST_CASE("verify --framing-only stops before the payloads' content") {
  const ScratchFolder folder;
  folder.write("f00-2.tfrec", shard_of({flower(0), "\x0A\x7Fno example"}));
  const RunResult result = verify(folder, {"--framing-only", "f00-2.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 1 shard, 2 intact records, 111 B\n");
  CHECK(result.err == "tfrec: --framing-only: what the records hold was not looked into\n");
  folder.write("f00-2.tfrec", with_flipped_bit(shard_of({flower(0), flower(1)}), 40));
  CHECK(verify(folder, {"--framing-only", "f00-2.tfrec"}).exit_code == 1);
}

TEST_CASE("verify: an example TensorFlow's fast parser reads differently") {
  const std::string ids = int64_feature("\x01\x02");
  const Json problem = only_problem(shard_of({flower(0), example_of(entry("a", ids) + entry("a", ids))}));
  CHECK(problem["kind"] == "example");
  CHECK(problem["record"] == 1);
  CHECK(problem["message"] == "feature 'a' stands there twice; readers keep the last");
}

TEST_CASE("verify: a feature changes its kind within a file") {
  const Json problem =
      only_problem(shard_of({payload_of({{"a", Integers{1}}}), payload_of({{"a", Floats{1}}})}));
  CHECK(problem["kind"] == "schema");
  CHECK(problem["record"] == 1);
  CHECK(problem["message"] == "feature 'a' is float here and int64 in the records before");
}

TEST_CASE("verify: one schema per folder") {
  const ScratchFolder folder;
  folder.write("a/f00-1.tfrec", shard_of({payload_of({{"x", Integers{1}}})}));
  folder.write("a/f01-1.tfrec", shard_of({payload_of({{"x", Floats{1}}})}));
  folder.write("a/f02-1.tfrec", shard_of({payload_of({{"x", Integers{2}}})}));
  folder.write("a/f03-1.tfrec", shard_of({payload_of({{"y", Integers{2}}})}));
  folder.write("b/f00-1.tfrec", shard_of({payload_of({{"x", Floats{1}}})}));
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "./a/f01-1.tfrec: feature 'x' is float, in f00-1.tfrec it is int64\n"
        "./a/f03-1.tfrec: has no feature 'x', which stands in every record of f00-1.tfrec\n"
        "bad: 2 problems, 2 of 5 shards; 5 intact records, 156 B\n");
  const Json json = verify_json(folder, 1, {"."});
  CHECK(json["problems"][0]["kind"] == "schema");
  CHECK(json["problems"][0]["path"] == "./a/f01-1.tfrec");
}

TEST_CASE("verify: a feature some records have is no other schema") {
  const ScratchFolder folder;
  const std::string both = payload_of({{"x", Integers{1}}, {"box", Floats{1}}});
  const std::string one = payload_of({{"x", Integers{1}}});
  folder.write("f00-2.tfrec", shard_of({both, one}));
  folder.write("f01-1.tfrec", shard_of({one}));
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out == "ok: 2 shards, 3 intact records, 107 B\n");
}

TEST_CASE("verify: a shard is missing that the others' names tell of") {
  const ScratchFolder folder;
  for (const char* name : {"x-00000-of-00005", "x-00001-of-00005", "x-00003-of-00005", "y-00000-of-00001"}) {
    folder.write(name, flower_shard(1, name[5] - '0'));
  }
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "./x-00002-of-00005: is not there; of 5 shards the names tell of 2 are missing\n"
        "bad: 1 problem, 0 of 4 shards; 4 intact records, 332 B\n");
  CHECK(verify(folder, {"-q", "x-00000-of-00005", "x-00003-of-00005"}).exit_code ==
        0);  // nobody asked for the rest
  folder.write("y-00000-of-18446744073709551615", flower_shard(1));
  CHECK_THAT(verify(folder, {"-q", "."}).out,
             Catch::ContainsSubstring("18,446,744,073,709,551,614 are missing"));
}

TEST_CASE("verify: a shard is there twice, left over from another build") {
  const ScratchFolder folder;
  folder.write("a00-1.tfrec", flower_shard(1));
  folder.write("a00-2.tfrec", flower_shard(2, 5));
  folder.write("a01-1.tfrec", flower_shard(1, 9));
  folder.write("b/a00-1.tfrec", flower_shard(1, 11));
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "./a00-2.tfrec: is the same shard of the set as a00-1.tfrec, which is there, too\n"
        "bad: 1 problem, 1 of 4 shards; 5 intact records, 416 B\n");
}

TEST_CASE("verify: records that are there more than once are told") {
  const ScratchFolder folder;
  folder.write("f00-3.tfrec", shard_of({flower(0), flower(1), flower(0)}));
  folder.write("f01-1.tfrec", shard_of({flower(1)}));
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 2 shards, 4 intact records, 332 B\n");
  CHECK_THAT(result.err, Catch::ContainsSubstring(
                             "tfrec: 2 records are there more than once, first ./f00-3.tfrec record 0 "
                             "and ./f00-3.tfrec record 2\n"));
}

TEST_CASE("verify against the manifest: a shard is missing, one is extra") {
  const ScratchFolder folder;
  write_set(folder);
  std::filesystem::rename(folder / "f01-3.tfrec", folder / "g01-3.tfrec");
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "./f01-3.tfrec: is in the manifest, but not there\n"
        "./g01-3.tfrec: is not in the manifest beside it\n"
        "bad: 2 problems, 1 of 2 shards; 6 intact records, 501 B\n");
  CHECK(verify_json(folder, 1, {"."})["problems"][0]["kind"] == "manifest");
  CHECK(verify(folder, {"-q", "f00-3.tfrec"}).exit_code == 0);  // nobody asked for the rest
}

TEST_CASE("verify against the manifest: another shard of the same size") {
  const ScratchFolder folder;
  write_set(folder);
  folder.write("f00-3.tfrec", flower_shard(3, 3));
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::StartsWith("./f00-3.tfrec: the file's CRC32C is "));
}

TEST_CASE("verify against the manifest: whole records are gone or repeated") {
  const ScratchFolder folder;
  const SetDescription set = write_set(folder);
  folder.write("f00-3.tfrec", flower_shard(2));
  Json json = verify_json(folder, 1, {"."});
  CHECK(json["files"][0]["problems"][0]["kind"] == "name");
  REQUIRE(json["problems"].size() == 2);
  CHECK(json["problems"][0]["message"] == "the manifest says 3 records, the file holds 2 intact records");
  CHECK(json["problems"][1]["message"] == "the manifest says 249 bytes, the file has 166");
  folder.write("f00-3.tfrec", flower_shard(3) + flower_shard(1));
  json = verify_json(folder, 1, {"."});
  CHECK(json["problems"][0]["message"] == "the manifest says 3 records, the file holds 4 intact records");
}

TEST_CASE("verify against the manifest: its schema and totals") {
  const ScratchFolder folder;
  SetDescription set = write_set(folder);
  set.features[0].kind = "float";
  set.totals[0].records = 7;
  folder.write("manifest.json", manifest_json(set));
  const RunResult kind = verify(folder, {"-q", "f00-3.tfrec"});
  CHECK(kind.exit_code == 1);
  CHECK(kind.err.empty());
  CHECK(kind.out ==
        "./manifest.json: its totals are not the sums of its shards\n"
        "f00-3.tfrec: feature 'class' is int64, the manifest says float\n"
        "bad: 2 problems, 1 of 1 shard; 3 intact records, 249 B\n");
  set.features[0] = {"weight", "", "float", 3, 4};
  folder.write("manifest.json", manifest_json(set));
  CHECK_THAT(verify(folder, {"-q", "f00-3.tfrec"}).out,
             Catch::ContainsSubstring("feature 'weight' has 2 values, the manifest says 3 to 4 values"));
  set.features[0] = {"gone", "", "float", 3, 4};
  folder.write("manifest.json", manifest_json(set));
  CHECK_THAT(verify(folder, {"-q", "f00-3.tfrec"}).out,
             Catch::ContainsSubstring("feature 'gone' of the manifest stands in no record"));
}

TEST_CASE("verify: a broken manifest is a problem, the shards are verified all the same") {
  const ScratchFolder folder;
  write_set(folder);
  folder.write("manifest.json", "{\"format\":\"tfrec-mani");
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "./manifest.json: is no JSON\nbad: 1 problem, 0 of 2 shards; 6 intact records, 501 B\n");
}

TEST_CASE("verify: hostile bytes reach the terminal escaped, JSON stays JSON") {
  const ScratchFolder folder;
  const std::string evil = "\x1b]0;title\x07\xC2\x9B\xE2\x80\xAE";
  folder.write(evil + ".tfrec", shard_of({flower(0), example_of(entry(evil, "") + entry(evil, ""))}));
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 1);
  for (const std::string& text : {result.out, result.err}) {
    CHECK(text.find_first_of("\x1b\x07") == std::string::npos);
    CHECK(text.find("\xC2\x9B") == std::string::npos);
    CHECK(text.find("\xE2\x80\xAE") == std::string::npos);
  }
  CHECK(nlohmann::json::accept(verify(folder, {"--json", "."}).out));
}

TEST_CASE("verify: what can't be opened is no damage") {
  const ScratchFolder folder;
  const RunResult absent = verify(folder, {"absent.tfrec"});
  CHECK(absent.exit_code == 2);
  CHECK(absent.out.empty());
  CHECK(absent.err == "tfrec: error: absent.tfrec: no such file or folder\n");
}
