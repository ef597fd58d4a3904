// SPDX-License-Identifier: Apache-2.0
// What shards have to do with each other and with their manifest.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/example_bytes.hpp"
#include "support/runs/verify_runs.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("verify: one schema per folder") {
  const ScratchFolder folder;
  folder.write("a/f00-1.tfrec", shard_of({payload_of({{"x", Integers{1}}})}));
  folder.write("a/f01-1.tfrec", shard_of({payload_of({{"x", Floats{1}}})}));
  folder.write("a/f02-1.tfrec", shard_of({payload_of({{"x", Integers{2}}})}));
  folder.write("a/f03-1.tfrec", shard_of({payload_of({{"y", Integers{2}}})}));
  folder.write("b/f00-1.tfrec", shard_of({payload_of({{"x", Floats{1}}})}));
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, !Catch::ContainsSubstring("error"));
  CHECK(result.out ==
        "./a/f01-1.tfrec: feature 'x' is float, in f00-1.tfrec it is int64\n"
        "./a/f03-1.tfrec: has no feature 'x', which is in every record of f00-1.tfrec\n"
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
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 2 shards, 3 intact records, 107 B\n");
}

TEST_CASE("verify: a shard is missing that the others' names tell of") {
  const ScratchFolder folder;
  for (const char* name : {"x-00000-of-00005", "x-00001-of-00005", "x-00003-of-00005", "y-00000-of-00001"}) {
    folder.write(name, flower_shard(1, name[5] - '0'));
  }
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, !Catch::ContainsSubstring("error"));
  CHECK(result.out ==
        "./x-00002-of-00005: is missing; the folder contains 3 of 5 shards\n"
        "bad: 1 problem of the set; 4 shards, 4 intact records, 332 B\n");
  CHECK(verify(folder, {"-q", "x-00000-of-00005"}).exit_code == 0);  // nobody asked for the rest
  folder.write("y-00000-of-18446744073709551615", flower_shard(1));
  CHECK_THAT(verify(folder, {"-q", "."}).out,
             Catch::ContainsSubstring("contains 1 of 18,446,744,073,709,551,615 shards"));
}

TEST_CASE("verify: a shard is missing by numbered names with an extension, also of paths given one by one") {
  for (const std::string extension : {".tfrecord", ".tfrecord.gz", ".record"}) {
    const ScratchFolder folder;
    const std::string first = "train-00000-of-00003" + extension;
    const std::string last = "train-00002-of-00003" + extension;
    folder.write(first, flower_shard(1));
    folder.write(last, flower_shard(1, 1));
    const std::string missing =
        "train-00001-of-00003" + extension + ": is missing; the folder contains 2 of 3 shards\n";
    const RunResult all = verify(folder, {"-q", "."});
    CHECK(all.exit_code == 1);
    CHECK(all.out == "./" + missing + "bad: 1 problem of the set; 2 shards, 2 intact records, 166 B\n");
    const RunResult listed = verify(folder, {"-q", first, last});
    CHECK(listed.exit_code == 1);
    CHECK_THAT(listed.out, Catch::StartsWith(missing));
    folder.write("train-00001-of-00003" + extension, flower_shard(1, 2));
    CHECK(verify(folder, {"-q", "."}).exit_code == 0);
    CHECK(verify(folder, {"-q", first, last}).exit_code == 0);
  }
}

TEST_CASE("verify: shards that are numbered from 1 are all there") {
  const ScratchFolder folder;
  folder.write("train-1-of-2.tfrecord", flower_shard(1));
  folder.write("train-2-of-2.tfrecord", flower_shard(1, 1));
  CHECK(verify(folder, {"-q", "."}).exit_code == 0);
}

TEST_CASE("verify: numbers that are not padded, and shards of which some are compressed, are all there") {
  const ScratchFolder folder;
  for (int i = 0; i < 12; ++i)
    folder.write("train-" + std::to_string(i) + "-of-12.tfrecord", flower_shard(1, i));
  folder.write("x-00000-of-00002.tfrecord", flower_shard(1, 20));
  folder.write("x-00001-of-00002.tfrecord.gz", flower_shard(1, 21));
  CHECK(verify(folder, {"-q", "."}).exit_code == 0);
  std::filesystem::remove(folder / "train-10-of-12.tfrecord");
  CHECK_THAT(
      verify(folder, {"-q", "."}).out,
      Catch::StartsWith("./train-10-of-12.tfrecord: is missing; the folder contains 11 of 12 shards\n"));
}

TEST_CASE("verify: a gap in the numbers of counted names is a warning, for it may be meant") {
  const ScratchFolder folder;
  folder.write("train00-1.tfrec", flower_shard(1));
  folder.write("train02-1.tfrec", flower_shard(1, 1));
  const RunResult one = verify(folder, {"."});
  CHECK(one.exit_code == 0);
  CHECK(one.err ==
        "tfrec: warning: ./train01-*.tfrec: is missing between train00-1.tfrec and train02-1.tfrec\n");
  folder.write("train05-1.tfrec", flower_shard(1, 2));
  CHECK_THAT(verify(folder, {"."}).err,
             Catch::ContainsSubstring(
                 "./train01-*.tfrec: is missing between train00-1.tfrec and train02-1.tfrec; 3 shards "
                 "are missing in all\n"));
}

TEST_CASE("The name of a shard that is missing in a gap lacks its extension") {
  const ScratchFolder folder;
  folder.write("a/train_0000.tfrecord.gz", shard_of({}));
  folder.write("a/train_0002.tfrecord.gz", shard_of({}));
  CHECK(run_tfrec({"count", "-q", "a"}, in(folder)).err ==
        "tfrec: warning: a/train_0001.tfrecord.gz: is missing between train_0000.tfrecord.gz and "
        "train_0002.tfrecord.gz\n");
}

TEST_CASE("verify: years and single shards are not numbers with a gap") {
  const ScratchFolder folder;
  folder.write("flowers2019-1.tfrec", flower_shard(1));
  folder.write("flowers2021-1.tfrec", flower_shard(1, 1));
  folder.write("one03-1.tfrec", flower_shard(1, 2));
  CHECK(verify(folder, {"-q", "."}).exit_code == 0);
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
        "./a00-2.tfrec: has the name of the same shard as a00-1.tfrec, which also exists\n"
        "bad: 1 problem, 1 of 4 shards; 5 intact records, 416 B\n");
}

TEST_CASE("verify: records that are there more than once are reported") {
  const ScratchFolder folder;
  folder.write("f00-3.tfrec", shard_of({flower(0), flower(1), flower(0)}));
  folder.write("f01-1.tfrec", shard_of({flower(1)}));
  const RunResult result = verify(folder, {"."});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "ok: 2 shards, 4 intact records, 332 B\n");
  CHECK_THAT(result.err,
             Catch::ContainsSubstring("tfrec: 2 records occur more than once, first ./f00-3.tfrec record 0 "
                                      "and ./f00-3.tfrec record 2\n"));
}

TEST_CASE("A gap in plainly numbered names is not mentioned by any command") {
  const ScratchFolder folder;
  for (const char* name : {"data-00000", "data-00002", "data-00003"})
    folder.write(std::string("in/") + name + ".tfrecord", shard_of({payload_of({{"x", Integers{1}}})}));
  const std::string gap =
      "tfrec: warning: in/data-00001.tfrecord: is missing between data-00000.tfrecord and "
      "data-00002.tfrecord\n";
  for (const Words& command : {Words{"count"}, Words{"inspect"}, Words{"verify"}}) {
    const RunResult result = run_tfrec(command + Words{"in"}, in(folder));
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err, Catch::StartsWith(gap));
  }
  for (const char* command : {"repair", "reshard"}) {
    const RunResult result = run_tfrec({command, "in", "-o", std::string("out_") + command}, in(folder));
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err, Catch::ContainsSubstring(gap));
  }
  // Years are no numbers of shards.
  folder.write("years/x2019.tfrec", shard_of({}));
  folder.write("years/x2021.tfrec", shard_of({}));
  CHECK(run_tfrec({"count", "years"}, in(folder)).err.empty());
}

TEST_CASE("verify against the manifest: a shard is missing, one is extra") {
  const ScratchFolder folder;
  write_set(folder);
  std::filesystem::rename(folder / "f01-3.tfrec", folder / "g01-3.tfrec");
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "./f01-3.tfrec: is in the manifest, but missing\n"
        "./g01-3.tfrec: is in a set's folder, but not in its manifest\n"
        "bad: 2 problems, 1 of 2 shards; 6 intact records, 501 B\n");
  CHECK(verify_json(folder, 1, {"."})["problems"][0]["kind"] == "manifest");
  CHECK(verify(folder, {"-q", "f00-3.tfrec"}).exit_code == 0);  // nobody asked for the rest
}

TEST_CASE("verify against the manifest: a shard with another count in its name") {
  const ScratchFolder folder;
  write_set(folder);
  std::filesystem::rename(folder / "f01-3.tfrec", folder / "f01-4.tfrec");
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.out ==
        "./f01-4.tfrec: the name gives 4 records, the file contains 3 intact records\n"
        "./f01-4.tfrec: the manifest calls this shard f01-3.tfrec\n"
        "bad: 2 problems, 1 of 2 shards; 6 intact records, 501 B\n");
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
  const Manifest set = write_set(folder);
  folder.write("f00-3.tfrec", flower_shard(2));
  Json json = verify_json(folder, 1, {"."});
  CHECK(json["files"][0]["problems"][0]["kind"] == "name");
  REQUIRE(json["problems"].size() == 2);
  CHECK(json["problems"][0]["message"] == "the manifest has 3 records, the file contains 2 intact records");
  CHECK(json["problems"][1]["message"] == "the manifest has 249 bytes, the file has 166");
  folder.write("f00-3.tfrec", flower_shard(3) + flower_shard(1));
  json = verify_json(folder, 1, {"."});
  CHECK(json["problems"][0]["message"] == "the manifest has 3 records, the file contains 4 intact records");
}

TEST_CASE("verify against the manifest: its schema and totals") {
  const ScratchFolder folder;
  Manifest set = write_set(folder);
  set.features[0].kind = "float";
  set.totals[0].records = 7;
  folder.write("manifest.json", manifest_json(set));
  const RunResult kind = verify(folder, {"-q", "f00-3.tfrec"});
  CHECK(kind.exit_code == 1);
  CHECK(kind.err.empty());
  CHECK(kind.out ==
        "./manifest.json: its totals are not the sums of its shards\n"
        "f00-3.tfrec: feature 'class' is int64, the manifest has float\n"
        "bad: 2 problems, 1 of 1 shard; 3 intact records, 249 B\n");
  set.features[0] = {"weight", "", "float", 3, 4};
  folder.write("manifest.json", manifest_json(set));
  CHECK_THAT(verify(folder, {"-q", "f00-3.tfrec"}).out,
             Catch::ContainsSubstring("feature 'weight' has 2 values, the manifest has 3 to 4 values"));
  set.features[0] = {"gone", "", "float", 3, 4};
  folder.write("manifest.json", manifest_json(set));
  CHECK_THAT(verify(folder, {"-q", "f00-3.tfrec"}).out,
             Catch::ContainsSubstring("feature 'gone' of the manifest is in no record"));
}

TEST_CASE("verify: a broken manifest is a problem, the shards are verified all the same") {
  const ScratchFolder folder;
  write_set(folder);
  folder.write("manifest.json", "{\"format\":\"tfrec-mani");
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "./manifest.json: is not JSON\nbad: 1 problem of the set; 2 shards, 6 intact records, 501 B\n");
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
  check_error(absent, 2, "tfrec: error: absent.tfrec: no such file or folder\n");
}

TEST_CASE("verify: a count in a name that does not fit 64 bits is a wrong count") {
  const ScratchFolder folder;
  folder.write("f04-99999999999999999999.tfrec", flower_shard(2));
  const RunResult result = verify(folder, {"-q", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK_THAT(
      result.out,
      Catch::StartsWith("./f04-99999999999999999999.tfrec: the name gives 99999999999999999999 records, the "
                        "file contains 2 intact records\n"));
}

TEST_CASE("verify: a folder that is given twice, once through a link, is read once") {
  const ScratchFolder folder;
  folder.write("d/f00-2.tfrec", flower_shard(2));
  folder.write("d/f01-2.tfrec", flower_shard(2, 5));
  std::filesystem::create_directory_symlink("d", folder / "link");
  const RunResult result = verify(folder, {"d", "link", "link/f01-2.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::StartsWith("ok: 2 shards, 4 intact records"));
}
