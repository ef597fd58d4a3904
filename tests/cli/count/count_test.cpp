// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <nlohmann/json.hpp>

#include "shards/manifest/manifest.hpp"
#include "support/catch.hpp"
#include "support/check_error.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// tfrec count in the scratch folder, so that paths in its output are short.
RunResult count(const ScratchFolder& folder, const Words& arguments) {
  return run_tfrec(Words{"count"} + arguments, in(folder));
}

std::string manifest(const std::vector<ManifestShard>& shards) {
  Manifest set;
  set.shards = shards;
  return manifest_json(set);
}

const std::string k_size = std::to_string(flower_shard(3).size());

}  // namespace

TEST_CASE("count: a table of shards and their sum") {
  const ScratchFolder folder;
  folder.write("out/a00-3.tfrec", flower_shard(3));
  folder.write("out/a01-2.tfrec", flower_shard(2));
  folder.write("out/empty.tfrec", "");
  const RunResult result = count(folder, {"out"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "path             records  bytes\n"
        "out/a00-3.tfrec        3    249\n"
        "out/a01-2.tfrec        2    166\n"
        "out/empty.tfrec        0      0\n"
        "total, 3 shards        5    415\n");
}

TEST_CASE("count --json") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", flower_shard(3));
  const RunResult result = count(folder, {"a00-3.tfrec", "--json"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out == R"({"files":[{"path":"a00-3.tfrec","records":3,"bytes":)" + k_size +
                          R"(}],"records":3,"bytes":)" + k_size + R"(,"problems":[]})" + "\n");
}

TEST_CASE("count: a wrong count in the name") {
  const ScratchFolder folder;
  folder.write("a00-4.tfrec", flower_shard(3));
  folder.write("a01-3.tfrec", flower_shard(3));
  const RunResult result = count(folder, {"."});
  CHECK(result.exit_code == 1);
  CHECK(result.err == "tfrec: error: ./a00-4.tfrec: its name gives 4 records, it contains 3 records\n");
  CHECK(result.out.find("total, 2 shards        6") != std::string::npos);
  const RunResult json = count(folder, {"--json", "a00-4.tfrec"});
  CHECK(json.exit_code == 1);
  CHECK(json.err == "tfrec: error: a00-4.tfrec: its name gives 4 records, it contains 3 records\n");
  const auto object = nlohmann::json::parse(json.out);
  CHECK(object["files"][0]["records"] == 3);
  CHECK(object["problems"][0]["path"] == "a00-4.tfrec");
}

TEST_CASE("count: a wrong count in the manifest, a shard that is gone") {
  const ScratchFolder folder;
  folder.write("train/a-3.dat", flower_shard(3));
  folder.write("manifest.json",
               manifest({{"train/a-3.dat", "", "", 5, 1, 0, ""}, {"train/b.dat", "", "", 7, 1, 0, ""}}));
  const RunResult result = count(folder, {"."});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: ./train/a-3.dat: the manifest has 5 records, it contains 3 records\n"
        "tfrec: error: ./manifest.json: lists train/b.dat with 7 records, but there is no such file\n");
  CHECK(result.out.find("./train/a-3.dat") != std::string::npos);
}

TEST_CASE("count: damage is reported with file, record and byte, the other shards are counted") {
  const ScratchFolder folder;
  const std::string sound = flower_shard(3);
  const std::size_t second = sound.size() / 3;
  folder.write("a.tfrec", with_flipped_bit(sound, second + 2));
  folder.write("b.tfrec", sound);
  const RunResult result = count(folder, {"."});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::ContainsSubstring("tfrec: error: ./a.tfrec: record 1 at byte 83: "));
  CHECK_THAT(result.out, Catch::ContainsSubstring("./b.tfrec              3    249\n"));
}

TEST_CASE("count --from-names opens no shard") {
  const ScratchFolder folder;
  folder.write("a00-4.tfrec", "no shard at all");
  folder.write("a01-1000000.tfrec", "");
  const RunResult result = count(folder, {"--from-names", "."});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::ContainsSubstring("total, 2 shards      1,000,004     15\n"));
}

TEST_CASE("count --from-names: a name without a count") {
  const ScratchFolder folder;
  folder.write("x-00000-of-00001", flower_shard(1));
  const RunResult result = count(folder, {"--from-names", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err == "tfrec: error: ./x-00000-of-00001: its name has no record count\n");
  CHECK_THAT(result.out,
             Catch::ContainsSubstring("x-00000-of-00001        -     83\n"));  // 0 is not its count
  CHECK_THAT(result.out, Catch::ContainsSubstring("total, 1 shard            0     83\n"));
}

TEST_CASE("count --from-names: a lying name can't make the total wrap") {
  const ScratchFolder folder;
  folder.write("a00-18446744073709551615.tfrec", "");
  folder.write("a01-5.tfrec", "");
  const RunResult result = count(folder, {"--from-names", "."});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: ./a00-18446744073709551615.tfrec: its name gives 18,446,744,073,709,551,615 records, "
        "more than a file can hold\n");
  CHECK_THAT(result.out, Catch::ContainsSubstring("total, 2 shards"));
  const auto object = nlohmann::json::parse(count(folder, {"--from-names", "--json", "."}).out);
  CHECK(object["records"] == 5);
}

TEST_CASE("count: paths that lead nowhere") {
  const ScratchFolder folder;
  folder.write("pictures/a.jpg", "");
  const RunResult absent = count(folder, {"absent.tfrec"});
  check_error(absent, 2, "tfrec: error: absent.tfrec: no such file or folder\n");
  const RunResult glob = count(folder, {"*.tfrec"});
  check_error(glob, 1, "tfrec: error: *.tfrec: matches nothing\n");
  const RunResult no_shards = count(folder, {"pictures", "--json"});
  CHECK(no_shards.exit_code == 1);
  CHECK_THAT(no_shards.out,
             Catch::ContainsSubstring(
                 R"({"error":{"kind":"data","path":"pictures","message":"contains no shards")"));
  CHECK_THAT(no_shards.err, Catch::ContainsSubstring("tfrec: error: pictures: contains no shards\n"));
  const RunResult nothing = count(folder, {});
  CHECK(nothing.exit_code == 2);
  CHECK(nothing.out.empty());
}

TEST_CASE("count: hostile file names reach the terminal escaped") {
  const ScratchFolder folder;
  folder.write("a\x1b[2J\n00-2.tfrec", flower_shard(1));
  folder.write("\xff.tfrec", flower_shard(1));
  const RunResult result = count(folder, {"."});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: ./a\\x1B[2J\\n00-2.tfrec: its name gives 2 records, it contains 1 record\n");
  CHECK_THAT(result.out, Catch::ContainsSubstring("\n./\\xFF.tfrec"));
  CHECK(nlohmann::json::accept(count(folder, {"--json", "."}).out));
}

TEST_CASE("count: the same with any number of threads") {
  const ScratchFolder folder;
  for (int i = 0; i < 20; ++i) folder.write("a" + std::to_string(i) + "-9.tfrec", flower_shard(i % 10));
  const RunResult one = count(folder, {".", "-j", "1"});
  const RunResult eight = count(folder, {".", "-j", "8"});
  CHECK(one.exit_code == 1);
  CHECK(one.out == eight.out);
  CHECK(one.err == eight.err);
}

TEST_CASE("count: a count in a name that does not fit 64 bits is a wrong count") {
  const ScratchFolder folder;
  folder.write("f04-99999999999999999999.tfrec", flower_shard(2));
  const RunResult result = count(folder, {"f04-99999999999999999999.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: f04-99999999999999999999.tfrec: its name gives 99999999999999999999 records, it "
        "contains 2 "
        "records\n");
  const RunResult named = count(folder, {"--from-names", "."});
  CHECK(named.exit_code == 1);
  CHECK_THAT(named.err, Catch::ContainsSubstring(
                            "its name gives 99999999999999999999 records, more than a file can hold"));
}

TEST_CASE("count: a folder that is given twice, once through a link, is counted once") {
  const ScratchFolder folder;
  folder.write("d/f00-2.tfrec", flower_shard(2));
  std::filesystem::create_directory_symlink("d", folder / "link");
  const RunResult result = count(folder, {"d", "link"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("total, 1 shard"));
}

TEST_CASE("count and verify of a folder with unfinished work alone name the command that completes it") {
  const ScratchFolder folder;
  folder.write("out/.tfrec-build/part", "");
  for (const char* command : {"count", "verify"}) {
    const RunResult result = run_tfrec({command, "out"}, in(folder));
    CHECK(result.exit_code == 1);
    CHECK(result.out.empty());
    CHECK(
        result.err ==
        "tfrec: error: out: contains an unfinished build, but no shards\n"
        "tfrec: hint: complete it: run the same `tfrec build` again, or `tfrec finish PLAN -o out` after the "
        "last part of a plan\n");
  }
}

TEST_CASE("count: a link in a loop that a glob matches stopped the command before it read other shards") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", flower_shard(3));
  folder.write("z00-2.tfrec", flower_shard(2));
  std::filesystem::create_symlink("m00-1.tfrec", folder / "m00-1.tfrec");
  const RunResult result = count(folder, {"*.tfrec"});
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err,
             Catch::ContainsSubstring("m00-1.tfrec: cannot open: Too many levels of symbolic links"));
  CHECK_THAT(result.out, Catch::ContainsSubstring("total, 3 shards        5"));
}

TEST_CASE("count: a split that is a link to another split's folder hid the shards of that one") {
  const ScratchFolder folder;
  folder.write("set/train/a00-3.tfrec", flower_shard(3));
  folder.write("set/val/a00-2.tfrec", flower_shard(2));
  std::filesystem::create_directory_symlink("val", folder / "set/test");
  const RunResult result = count(folder, {"set"});
  CHECK(result.exit_code == 0);
  for (const char* shard : {"set/test/a00-2.tfrec", "set/train/a00-3.tfrec", "set/val/a00-2.tfrec"})
    CHECK_THAT(result.out, Catch::ContainsSubstring(shard));
  CHECK_THAT(result.out, Catch::ContainsSubstring("total, 3 shards"));
}
