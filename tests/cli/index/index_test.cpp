// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/data/images.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scenes/failing_calls.hpp"
#include "support/scratch_folder.hpp"

namespace fs = std::filesystem;
using namespace tfrec;
using namespace tfrec::test;

namespace {

RunResult index(const ScratchFolder& folder, const Words& arguments) {
  return run_tfrec(Words{"index"} + arguments, in(folder));
}

/// Nothing but these, relative to the scratch folder.
void check_files(const ScratchFolder& folder, Words expected) {
  std::sort(expected.begin(), expected.end());
  CHECK(names(folder.files()) == expected);
}

const std::string k_index_of_three = "0 83\n83 83\n166 83\n";  // of flower_shard(3)

}  // namespace

TEST_CASE("index: DALI's lines beside each shard, and a table") {
  const ScratchFolder folder;
  folder.write("out/a00-3.tfrec", flower_shard(3));
  folder.write("out/a01-1.tfrec", flower_shard(1));
  folder.write("out/empty.tfrec", "");
  const RunResult result = index(folder, {"out"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "index                records  state\n"
        "out/a00-3.tfrec.idx        3  written\n"
        "out/a01-1.tfrec.idx        1  written\n"
        "out/empty.tfrec.idx        0  written\n"
        "total, 3 shards            4\n");
  CHECK(folder.read("out/a00-3.tfrec.idx") == k_index_of_three);
  CHECK(folder.read("out/a01-1.tfrec.idx") == "0 83\n");
  CHECK(folder.read("out/empty.tfrec.idx").empty());
  const RunResult check = index(folder, {"--check", "out"});
  CHECK(check.exit_code == 0);
  CHECK(check.err.empty());
  CHECK_THAT(check.out, Catch::ContainsSubstring("out/a00-3.tfrec.idx        3  fits\n"));
}

TEST_CASE("index --json") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", flower_shard(3));
  const RunResult result = index(folder, {"a00-3.tfrec", "--json", "--format", "tfindex"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out ==
        R"({"ok":true,"files":[{"path":"a00-3.tfrec","index":"a00-3.tfindex","records":3,"bytes":249,)"
        R"("state":"written"}],"records":3,"problems":[]})"
        "\n");
  CHECK(folder.read("a00-3.tfindex") == k_index_of_three);
}

TEST_CASE("index -o keeps the sub-folders of a set") {
  const ScratchFolder folder;
  folder.write("set/train/a00-3.tfrec", flower_shard(3));
  folder.write("set/val/a00-3.tfrec", flower_shard(3));
  const RunResult result = index(folder, {"set", "-o", "indexes", "--format", "tfindex"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  check_files(folder, {"set/train/a00-3.tfrec", "set/val/a00-3.tfrec", "indexes/train/a00-3.tfindex",
                       "indexes/val/a00-3.tfindex"});
  CHECK(index(folder, {"set", "-o", "indexes/", "--format", "tfindex", "--check"}).exit_code == 0);
}

TEST_CASE("index: a damaged, a cut and a compressed shard get no index, the sound one does") {
  const ScratchFolder folder;
  const std::string sound = flower_shard(3);
  folder.write("damaged.tfrec", with_flipped_bit(sound, 83 + 40));
  folder.write("header.tfrec", with_flipped_bit(sound, 83));
  folder.write("cut.tfrec", sound.substr(0, sound.size() - 1));
  folder.write("gzip.tfrec", gzipped(sound));
  folder.write("zlib.tfrec", zlibbed(sound));
  folder.write("sound.tfrec", sound);
  const RunResult result = index(folder, {"."});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: ./cut.tfrec: record 2 at byte 166: the file ends inside the record: the header "
        "announces 67 "
        "bytes\n"
        "tfrec: error: ./damaged.tfrec: record 1 at byte 83: payload and its checksum disagree\n"
        "tfrec: error: ./gzip.tfrec: GZIP-compressed: its records can't be reached one by one; `tfrec "
        "reshard` without --gzip uncompresses them\n"
        "tfrec: error: ./header.tfrec: record 1 at byte 83: length and its checksum disagree\n"
        "tfrec: error: ./zlib.tfrec: ZLIB-compressed: its records can't be reached one by one; `tfrec "
        "reshard` without --gzip uncompresses them\n");
  CHECK_THAT(result.out, Catch::ContainsSubstring("./damaged.tfrec.idx        0  unindexed\n"));
  CHECK_THAT(result.out, Catch::ContainsSubstring("./sound.tfrec.idx          3  written\n"));
  check_files(folder, {"damaged.tfrec", "header.tfrec", "cut.tfrec", "gzip.tfrec", "zlib.tfrec",
                       "sound.tfrec", "sound.tfrec.idx"});
  const auto json = nlohmann::json::parse(index(folder, {"--json", "."}).out);
  CHECK(json["ok"] == false);
  CHECK(json["problems"].size() == 5);
}

TEST_CASE("index counted the records of a damaged shard, and named an index that it had not written") {
  const ScratchFolder folder;
  folder.write("set/a.tfrec", flower_shard(2));
  folder.write("set/b.tfrec", with_flipped_bit(flower_shard(3), 83 + 40));
  const RunResult text = index(folder, {"set", "-o", "indexes"});
  CHECK(text.exit_code == 1);
  CHECK(text.err == "tfrec: error: set/b.tfrec: record 1 at byte 83: payload and its checksum disagree\n");
  CHECK(text.out ==
        "index                records  state\n"
        "indexes/a.tfrec.idx        2  written\n"
        "indexes/b.tfrec.idx        0  unindexed\n"
        "total, 2 shards            2\n");
  check_files(folder, {"set/a.tfrec", "set/b.tfrec", "indexes/a.tfrec.idx"});
  const auto json = nlohmann::json::parse(index(folder, {"set", "-o", "indexes", "--json"}).out);
  CHECK(json["records"] == 2);
  CHECK(json["files"][0]["index"] == "indexes/a.tfrec.idx");
  CHECK(json["files"][1]["index"].is_null());
  CHECK(json["files"][1]["records"] == 0);
}

TEST_CASE("index --check: what differs is reported, nothing is written") {
  const ScratchFolder folder;
  const auto error_for = [&](const std::string& lines) {
    folder.write("a.tfrec", flower_shard(3));
    folder.write("a.tfrec.idx", lines);
    const RunResult result = index(folder, {"--check", "a.tfrec", "-q"});
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.out, Catch::ContainsSubstring("  stale\n"));
    CHECK(folder.read("a.tfrec.idx") == lines);
    return result.err;
  };
  CHECK(error_for("0 83\n83 90\n173 83\n") ==
        "tfrec: error: a.tfrec: record 1 has 83 bytes at 83, the index has 90 bytes at 83\n");
  CHECK(error_for("0 83\n") == "tfrec: error: a.tfrec: the index lists 1 record, the shard contains 3\n");
  CHECK(error_for("") == "tfrec: error: a.tfrec: the index lists 0 records, the shard contains 3\n");
  CHECK(error_for(k_index_of_three + "249 83\n") ==
        "tfrec: error: a.tfrec: the index continues after the last record of the shard\n");
  CHECK(error_for("0 83\nnotes") ==
        "tfrec: error: a.tfrec: the file there is not an index: record 1 has no two numbers\n");
  fs::remove(folder / "a.tfrec.idx");
  const RunResult missing = index(folder, {"--check", "a.tfrec"});
  CHECK(missing.exit_code == 1);
  CHECK(missing.err == "tfrec: error: a.tfrec: there is no a.tfrec.idx\n");
  CHECK_THAT(missing.out, Catch::ContainsSubstring("missing\n"));
  check_files(folder, {"a.tfrec"});
}

TEST_CASE("index --check: a folder where an index should be does not hide the other shards") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(3));
  folder.write("b.tfrec", flower_shard(3));
  fs::create_directory(folder / "a.tfrec.idx");
  const RunResult result = index(folder, {"--check", "-q", "a.tfrec", "b.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::ContainsSubstring("a.tfrec.idx            3  missing\n"));
  CHECK_THAT(result.out, Catch::ContainsSubstring("b.tfrec.idx            3  missing\n"));
  CHECK(result.err ==
        "tfrec: error: a.tfrec: a.tfrec.idx is not a regular file\n"
        "tfrec: error: b.tfrec: there is no b.tfrec.idx\n");
}

TEST_CASE("index: a stale index is made anew, another file is never overwritten") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(3));
  folder.write("b.tfrec", flower_shard(1));
  folder.write("a.tfrec.idx", "0 20\n20 30\n");
  CHECK(index(folder, {"a.tfrec"}).exit_code == 0);
  CHECK(folder.read("a.tfrec.idx") == k_index_of_three);
  folder.write("b.tfrec.idx", "my notes");
  folder.write("a.tfrec.idx", "");
  const RunResult refused = index(folder, {"."});
  check_error(refused, 2,
              "tfrec: error: ./b.tfrec.idx: is there already, and is not an index\n"
              "tfrec: hint: move it away, or use another -o\n");
  CHECK(folder.read("b.tfrec.idx") == "my notes");
  CHECK(folder.read("a.tfrec.idx").empty());
}

TEST_CASE("index: a damaged shard leaves the index that is there as it is") {
  const ScratchFolder folder;
  folder.write("a.tfrec", with_flipped_bit(flower_shard(3), 100));
  folder.write("a.tfrec.idx", k_index_of_three);
  CHECK(index(folder, {"a.tfrec"}).exit_code == 1);
  CHECK(folder.read("a.tfrec.idx") == k_index_of_three);
}

TEST_CASE("index: two shards with one index are refused before anything is written") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(1));
  folder.write("a.tfrecord", flower_shard(2));
  const RunResult result = index(folder, {".", "--format", "tfindex"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::ContainsSubstring(
                             "./a.tfindex: would be the index of two shards: ./a.tfrec and ./a.tfrecord\n"));
  check_files(folder, {"a.tfrec", "a.tfrecord"});
}

TEST_CASE("index: the index of another shard is not replaced by a later run") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(1));
  folder.write("a.tfrecord", flower_shard(2));
  REQUIRE(index(folder, {"a.tfrec", "--format", "tfindex"}).exit_code == 0);
  const std::string first = folder.read("a.tfindex");
  const RunResult refused = index(folder, {"a.tfrecord", "--format", "tfindex"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.out == "");
  CHECK(refused.err ==
        "tfrec: error: a.tfindex: is the index of a.tfrec, and a.tfrecord would have the same\n"
        "tfrec: hint: give one of them its own folder with -o\n");
  CHECK(folder.read("a.tfindex") == first);
  CHECK(index(folder, {"a.tfrec", "--format", "tfindex"}).exit_code == 0);
}

TEST_CASE("index: an unknown format, a path that is not there, a folder that can't be made") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(1));
  const RunResult format = index(folder, {"a.tfrec", "--format", "mxnet"});
  CHECK(format.exit_code == 2);
  CHECK(format.out.empty());
  CHECK_THAT(format.err, Catch::ContainsSubstring("mxnet"));
  CHECK(index(folder, {"absent.tfrec"}).exit_code == 2);
  const RunResult file = index(folder, {"a.tfrec", "-o", "a.tfrec/x"});
  CHECK(file.exit_code == 2);
  CHECK(file.err == "tfrec: error: a.tfrec: is not a folder\n");
}

TEST_CASE("index: a full disk leaves no index") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of(std::vector<std::string>(1000, "x")));
  RunSettings settings = in(folder);
  settings.largest_file = 4000;
  const RunResult result = run_tfrec({"index", "a.tfrec"}, settings);
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err, Catch::ContainsSubstring("a.tfrec.idx: cannot write"));
  check_files(folder, {"a.tfrec"});
}

TEST_CASE("Indexes of a set that --overwrite replaces go with its shards, other files of such names stay") {
  const ScratchFolder folder;
  for (int i = 0; i < 4; ++i) {
    const std::string name =
        "images/" + std::string(i % 2 == 0 ? "cat/" : "dog/") + std::to_string(i) + ".jpg";
    folder.write(name, jpeg_image(40, 40, static_cast<unsigned>(i)));
  }
  const Words build{"build",       "images",   "-o", "set",      "--name", "f", "--split",
                    "a=0.5,b=0.5", "--shards", "1",  "--dedupe", "ignore", "-q"};
  const auto build_with = [&](const Words& more) { return run_tfrec(build + more, in(folder)); };
  REQUIRE(build_with({}).exit_code == 0);
  REQUIRE(index(folder, {"set"}).exit_code == 0);
  REQUIRE(index(folder, {"set", "--format", "tfindex"}).exit_code == 0);
  folder.write("set/b/f00-2.tfindex", "mine");
  folder.write("set/b/other.idx", "0 20\n");
  CHECK(build_with({"--overwrite"}).exit_code == 0);  // up to date
  CHECK(index(folder, {"set", "--check"}).exit_code == 0);
  CHECK(build_with({"--overwrite", "--size", "8"}).exit_code == 0);
  CHECK(fs::exists(folder / "set/a/f00-2.tfrec"));
  CHECK_FALSE(fs::exists(folder / "set/a/f00-2.tfrec.idx"));
  CHECK_FALSE(fs::exists(folder / "set/a/f00-2.tfindex"));
  CHECK_FALSE(fs::exists(folder / "set/b/f00-2.tfrec.idx"));
  CHECK(folder.read("set/b/f00-2.tfindex") == "mine");
  CHECK(folder.read("set/b/other.idx") == "0 20\n");
}

TEST_CASE("Indexes of a set that reshard --overwrite replaces go with its shards") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(3));
  folder.write("b.tfrec", flower_shard(3, 100));
  const auto reshard = [&](const char* source) {
    return run_tfrec({"reshard", source, "-o", "set", "--name", "f", "--overwrite", "-q"}, in(folder));
  };
  REQUIRE(reshard("a.tfrec").exit_code == 0);
  REQUIRE(index(folder, {"set"}).exit_code == 0);
  CHECK(reshard("b.tfrec").exit_code == 0);
  CHECK(fs::exists(folder / "set/f00-3.tfrec"));
  CHECK_FALSE(fs::exists(folder / "set/f00-3.tfrec.idx"));
}

TEST_CASE("verify: an index that does not fit its shard is a problem") {
  const ScratchFolder folder;
  folder.write("set/a.tfrec", flower_shard(3));
  const auto verify = [&] { return run_tfrec({"verify", "set", "-q"}, in(folder)); };
  REQUIRE(index(folder, {"set"}).exit_code == 0);
  REQUIRE(index(folder, {"set", "--format", "tfindex"}).exit_code == 0);
  CHECK(verify().exit_code == 0);
  for (const char* stale : {"0 83\n83 83\n", "0 83\n83 84\n167 82\n", "0 83\n83 83\n166 83\n249 83\n", ""}) {
    folder.write("set/a.tfindex", stale);
    const RunResult result = verify();
    CHECK(result.exit_code == 1);
    CHECK(result.err.empty());
    CHECK(result.out ==
          "set/a.tfindex: does not fit a.tfrec; tfrec index writes it again\n"
          "bad: 1 problem of the set; 1 shard, 3 intact records, 249 B\n");
  }
  folder.write("set/a.tfindex", "another program's");
  CHECK(verify().exit_code == 0);
}

TEST_CASE("index: a sync or rename that fails leaves no half index and nothing beside it", "[no-sanitizer]") {
  for (const char* call : {"fsync", "rename"}) {
    INFO(call);
    const ScratchFolder folder;
    folder.write("a.tfrec", flower_shard(3));
    folder.write("b/b.tfrec", flower_shard(2));
    const RunResult result = run_tfrec(
        {"index", "."}, in(folder, environment_of({call, 1, EIO, false, folder.path().string()}, folder)));
    fs::remove(folder / "failed");
    CHECK(result.exit_code == 3);
    CHECK_THAT(result.err, Catch::ContainsSubstring("Input/output error"));
    check_files(folder, {"a.tfrec", "b/b.tfrec"});
  }
}

TEST_CASE("index: the same with any number of threads") {
  const ScratchFolder folder;
  for (int i = 0; i < 20; ++i) folder.write("a" + std::to_string(i) + ".tfrec", flower_shard(i));
  const RunResult one = index(folder, {".", "-j", "1"});
  const RunResult eight = index(folder, {".", "-j", "8"});
  CHECK(one.exit_code == 0);
  CHECK(one.out == eight.out);
}
