// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "support/data/deflated.hpp"
#include "support/runs/repair_runs.hpp"
#include "support/runs/verify_runs.hpp"

namespace fs = std::filesystem;
using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("repair: what is intact is written with true counts, what is lost is reported") {
  const ScratchFolder folder;
  folder.write("in/a00-3.tfrec", flower_shard(3));
  folder.write("in/a01-3.tfrec", with_bad_payload(flower_shard(3), 1));
  folder.write("in/a02-3.tfrec", flower_shard(3).substr(0, 100));
  folder.write("in/a03-3.tfrec", with_bad_header(flower_shard(3), 2));
  const RunResult result = repair(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "shard            state    kept  lost  bytes lost  written as\n"
        "in/a00-3.tfrec   intact      3     0           0  out/a00-3.tfrec\n"
        "in/a01-3.tfrec   damaged     2     1          83  out/a01-2.tfrec\n"
        "in/a02-3.tfrec   damaged     1     2          17  out/a02-1.tfrec\n"
        "in/a03-3.tfrec   mended      3     0           0  out/a03-3.tfrec\n"
        "total, 4 shards              9     3         100\n"
        "in/a01-3.tfrec: lost record 1 at byte 83 (83 bytes): payload and its checksum disagree\n"
        "in/a02-3.tfrec: lost record 1 at byte 83 (17 bytes): the file ends inside the record: the header "
        "announces 67 "
        "bytes\n"
        "in/a03-3.tfrec: repaired the header of record 2 at byte 166 (12 bytes): length and its checksum "
        "disagree\n"
        "bad: kept 9 records, lost 3\n");
  CHECK(names(folder.files("out")) == Words{"a00-3.tfrec", "a01-2.tfrec", "a02-1.tfrec", "a03-3.tfrec"});
  CHECK(folder.read("out/a00-3.tfrec") == flower_shard(3));
  CHECK(folder.read("out/a01-2.tfrec") == flowers_without(3, {1}));
  CHECK(folder.read("out/a02-1.tfrec") == flower_shard(1));
  CHECK(folder.read("out/a03-3.tfrec") == flower_shard(3));
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
}

TEST_CASE("repair names shards that are missing by the names of the others") {
  const ScratchFolder folder;
  folder.write("in/x-00000-of-00003.tfrecord", flower_shard(1));
  folder.write("in/x-00002-of-00003.tfrecord", flower_shard(1, 1));
  const RunResult result = repair(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: in/x-00001-of-00003.tfrecord: is missing; the folder contains 2 of 3 shards\n");
  CHECK_THAT(result.out, Catch::EndsWith("bad: kept 2 records, lost an unknown number\n"));
}

TEST_CASE("repair takes a shard whose name has another count for the manifest's") {
  const ScratchFolder folder;
  write_set(folder);
  const std::string manifest = folder.read("manifest.json");
  fs::rename(folder / "f01-3.tfrec", folder / "f01-4.tfrec");
  const RunResult result = repair(folder, {".", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK(names(folder.files("out")) == Words{"f00-3.tfrec", "f01-3.tfrec", "manifest.json"});
  CHECK(folder.read("out/manifest.json") == manifest);
}

TEST_CASE("repair --json has the contract's keys in order") {
  const ScratchFolder folder;
  folder.write("a01-3.tfrec", with_bad_payload(flower_shard(3), 1));
  const RunResult result = repair(folder, {"a01-3.tfrec", "-o", "out", "--json"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(
      result.out ==
      R"({"files":[{"path":"a01-3.tfrec","output":"out/a01-2.tfrec","kept":2,"lost_ranges":[{"offset":83,)"
      R"("length":83,"record":1,"kind":"payload","message":"payload and its checksum disagree"}],)"
      R"("state":"damaged","lost_records":1,"lost_records_known":true,"expected":3,"lost_bytes":83,)"
      R"("unlisted_ranges":0,"mended":[],"bytes":249}],"ok":false,"kept":2,"lost_records":1,"manifest":null,)"
      R"("problems":[]})"
      "\n");
}

TEST_CASE("repair: a set with nothing lost comes out whole, its manifest too") {
  const ScratchFolder folder;
  const std::string manifest = write_split_set(folder);
  folder.write("set/val/f00-3.tfrec", with_bad_header(flower_shard(3, 10), 1));
  const RunResult result = repair(folder, {"set", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: the manifest matches these shards and was copied\n");
  CHECK_THAT(result.out, Catch::ContainsSubstring("\nok: kept 6 records, none lost\n"));
  CHECK(names(folder.files("out")) == k_whole_set);
  CHECK(folder.read("out/manifest.json") == manifest);
  CHECK(folder.read("out/val/f00-3.tfrec") == flower_shard(3, 10));
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
}

TEST_CASE("repair: with something lost there is no manifest, for that would claim a complete set") {
  const ScratchFolder folder;
  write_split_set(folder);
  folder.write("set/val/f00-3.tfrec", with_bad_payload(flower_shard(3, 10), 1));
  const RunResult result = repair(folder, {"set", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.err == "tfrec: manifest.json is not copied, because the set is not complete\n");
  CHECK(names(folder.files("out")) == Words{"classes.txt", "train/f00-3.tfrec", "val/f00-2.tfrec"});
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
}

TEST_CASE("repair: a shard of the manifest that is not there is lost") {
  const ScratchFolder folder;
  write_split_set(folder);
  fs::remove(folder / "set/val/f00-3.tfrec");
  const RunResult result = repair(folder, {"set", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: set/val/f00-3.tfrec: is in the manifest with 3 records, but missing\n"
        "tfrec: manifest.json is not copied, because the set is not complete\n");
  CHECK_THAT(result.out, Catch::ContainsSubstring("\nbad: kept 3 records, lost 3\n"));
  CHECK(names(folder.files("out")) == Words{"classes.txt", "train/f00-3.tfrec"});
}

TEST_CASE("repair: a missing or damaged list of classes is written from the manifest") {
  const ScratchFolder folder;
  const std::string manifest = write_split_set(folder);
  fs::remove(folder / "set/classes.txt");
  const RunResult result = repair(folder, {"set", "-o", "out", "-q"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "");
  CHECK(result.err == "tfrec: warning: set/classes.txt: is missing; written from the manifest\n");
  CHECK(folder.read("out/manifest.json") == manifest);
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
  folder.write("set/classes.txt", "tulip\n");
  CHECK(repair(folder, {"set", "-o", "other", "-q"}).exit_code == 0);
  CHECK(folder.read("other/classes.txt") == "daisy\n");
}

TEST_CASE(
    "repair: records.csv was copied beside shards that had lost records, with numbers that were wrong") {
  const ScratchFolder folder;
  write_split_set(folder);
  Json manifest = Json::parse(folder.read("set/manifest.json"));
  manifest["side_files"] = {"records.csv"};
  folder.write("set/manifest.json", manifest.dump());
  std::string list = "split,shard,record,row,image\r\n";
  for (int i = 0; i < 6; ++i) {
    list +=
        (i < 3 ? "train,train/f00-3.tfrec," : "val,val/f00-3.tfrec,") + std::to_string(i % 3) + ",,a.jpg\r\n";
  }
  folder.write("set/records.csv", list);
  CHECK(repair(folder, {"set", "-o", "whole"}).exit_code == 0);
  CHECK(folder.read("whole/records.csv") == list);
  folder.write("set/val/f00-3.tfrec", with_bad_payload(flower_shard(3, 10), 1));
  const RunResult result = repair(folder, {"set", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK_FALSE(fs::exists(folder / "out/records.csv"));
  CHECK_THAT(result.err,
             Catch::EndsWith("tfrec: records.csv is not copied, because its shards and record numbers are "
                             "those before the repair\n"));
}

TEST_CASE("repair: a missing or damaged left-out.csv or records.csv is a loss, and no manifest is copied") {
  const ScratchFolder folder;
  write_split_set(folder);
  Json manifest = Json::parse(folder.read("set/manifest.json"));
  manifest["side_files"] = {"records.csv"};
  folder.write("set/manifest.json", manifest.dump());
  const RunResult result = repair(folder, {"set", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: set/records.csv: is missing, and no shard contains its content\n"
        "tfrec: manifest.json is not copied, because the set is not complete\n");
  CHECK_THAT(result.out, ContainsSubstring("\nbad: kept 6 records, lost 0 and 1 file of the set\n"));
  CHECK(names(folder.files("out")) == Words{"classes.txt", "train/f00-3.tfrec", "val/f00-3.tfrec"});
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
  folder.write("set/records.csv", "junk");
  CHECK(repair(folder, {"set", "-o", "other"}).exit_code == 1);
  CHECK_FALSE(fs::exists(folder / "other/records.csv"));
}

TEST_CASE("repair: a record in another's place is found by the manifest's checksum") {
  const ScratchFolder folder;
  write_split_set(folder);
  folder.write("set/val/f00-3.tfrec", flower_shard(2, 10) + flower_shard(1, 11));
  const RunResult result = repair(folder, {"set", "-o", "out", "-q"});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: error: set/val/f00-3.tfrec: its checksum is not the manifest's: a record is in another's "
        "place\n");
  CHECK_THAT(result.out, Catch::ContainsSubstring("\nbad: kept 6 records, lost at least 1\n"));
  CHECK_FALSE(fs::exists(folder / "out/manifest.json"));
}

TEST_CASE("repair: records that are missing without a trace are found by the name's count") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", flower_shard(2));
  folder.write("b00-3.tfrec", flower_shard(3) + flower_shard(1));
  const RunResult result = repair(folder, {".", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "tfrec: warning: ./b00-3.tfrec: contains 4 intact records, more than the 3 it should: records may be "
        "there "
        "twice\n");
  CHECK_THAT(result.out, Catch::ContainsSubstring("\nbad: kept 6 records, lost 1\n"));
  CHECK(names(folder.files("out")) == Words{"a00-2.tfrec", "b00-4.tfrec"});
  CHECK(repair(folder, {"b00-3.tfrec", "-o", "b"}).exit_code == 0);
}

TEST_CASE("repair called the loss of records with a proven length a lower bound") {
  const ScratchFolder folder;
  folder.write("x-00000-of-00001", with_bad_payload(with_bad_payload(flower_shard(5), 1), 3));
  const RunResult result = repair(folder, {"x-00000-of-00001", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::ContainsSubstring(
                             "x-00000-of-00001  damaged     3     2         166  out/x-00000-of-00001\n"));
  CHECK_THAT(result.out, Catch::EndsWith("bad: kept 3 records, lost 2\n"));
}

TEST_CASE("repair: without a count in name or manifest the loss is a lower bound, the name stays") {
  const ScratchFolder folder;
  folder.write("x-00000-of-00001",
               with_bad_header(with_bad_payload(with_bad_payload(flower_shard(5), 1), 3), 3));
  const RunResult result = repair(folder, {"x-00000-of-00001", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::ContainsSubstring(
                             "x-00000-of-00001  damaged     3    ≥2         166  out/x-00000-of-00001\n"));
  CHECK_THAT(result.out,
             Catch::ContainsSubstring("bad: kept 3 records, lost at least 2; neither names nor a manifest "
                                      "state how many records there were\n"));
  CHECK(folder.read("out/x-00000-of-00001") == flowers_without(5, {1, 3}));
}

TEST_CASE("repair: padding behind records that are all there is no loss") {
  const ScratchFolder folder;
  folder.write("a00-3.tfrec", flower_shard(3) + std::string(512, '\0'));
  folder.write("b.tfrec", flower_shard(3) + std::string(512, '\0'));
  const RunResult counted = repair(folder, {"a00-3.tfrec", "-o", "out"});
  CHECK(counted.exit_code == 0);
  CHECK_THAT(counted.out, Catch::ContainsSubstring(
                              "left out at byte 249 (512 bytes): 512 zero bytes that are not a record\n"));
  CHECK(folder.read("out/a00-3.tfrec") == flower_shard(3));
  CHECK(repair(folder, {"b.tfrec", "-o", "out"}).exit_code == 1);  // nothing proves that there were no more
}

TEST_CASE("repair: an empty file is a shard of no records") {
  const ScratchFolder folder;
  folder.write("empty.tfrec", "");
  const RunResult result = repair(folder, {"empty.tfrec", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(folder.read("out/empty.tfrec").empty());
  CHECK(names(folder.files("out")) == Words{"empty.tfrec"});
}

TEST_CASE("repair: of what holds no record nothing is written") {
  const ScratchFolder folder;
  folder.write("notes.tfrec", "these are my notes, and no shard");
  folder.write("a.tfrec", flower_shard(1));
  const RunResult result = repair(folder, {".", "-o", "out", "--json"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  const Json json = Json::parse(result.out);
  CHECK(json["files"][1]["path"] == "./notes.tfrec");
  CHECK(json["files"][1]["output"].is_null());
  CHECK(json["files"][1]["kept"] == 0);
  CHECK(json["files"][1]["lost_ranges"][0]["kind"] == "not_a_tfrecord");
  CHECK(names(folder.files("out")) == Words{"a.tfrec"});
}

TEST_CASE("repair: compressed shards come out compressed in the same way, intact ones byte for byte") {
  const ScratchFolder folder;
  const std::string damaged = with_bad_payload(flower_shard(3), 1);
  folder.write("gzip00-3.tfrec", gzipped(damaged));
  folder.write("zlib00-3.tfrec", zlibbed(damaged));
  folder.write("whole00-3.tfrec", gzipped(flower_shard(3)));
  const RunResult result = repair(folder, {".", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(names(folder.files("out")) == Words{"gzip00-2.tfrec", "whole00-3.tfrec", "zlib00-2.tfrec"});
  CHECK(folder.read("out/gzip00-2.tfrec").substr(0, 3) == "\x1F\x8B\x08");
  CHECK(folder.read("out/zlib00-2.tfrec")[0] == '\x78');
  CHECK(folder.read("out/whole00-3.tfrec") == folder.read("whole00-3.tfrec"));
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
}

TEST_CASE("repair: a GZIP stream that is cut gives back what inflates") {
  const ScratchFolder folder;
  const std::string stream = gzipped(flower_shard(300));
  folder.write("a00-300.tfrec", stream.substr(0, stream.size() - 8));  // its checksum is gone, no record is
  folder.write("b.tfrec", stream.substr(0, stream.size() / 2));
  const RunResult a = repair(folder, {"a00-300.tfrec", "-o", "out"});
  CHECK(a.exit_code == 0);
  CHECK_THAT(a.out,
             Catch::ContainsSubstring("left out at byte 25562 (0 bytes): the GZIP stream is cut short\n"));
  CHECK_THAT(a.out, Catch::ContainsSubstring("ok: kept 300 records, none lost\n"));
  const Json json = Json::parse(repair(folder, {"b.tfrec", "-o", "out", "--json"}).out);
  CHECK(json["files"][0]["kept"] > 50);
  CHECK(json["files"][0]["lost_ranges"][0]["kind"] == "compressed");
  CHECK(json["files"][0]["lost_records_known"] == false);
  CHECK(run_tfrec({"verify", "-q", "out"}, in(folder)).exit_code == 0);
}

TEST_CASE("repair: records inside a record are not taken for the shard's") {
  const ScratchFolder folder;
  const std::string inner = flower_shard(20);
  const std::string shard = shard_of({inner, inner, inner});
  folder.write("a00-3.tfrec", with_flipped_bit(shard, inner.size() + 16 + 400));
  CHECK(repair(folder, {"a00-3.tfrec", "-o", "out"}).exit_code == 1);
  CHECK(folder.read("out/a00-2.tfrec") == shard_of({inner, inner}));
}

TEST_CASE("repair: usage") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(1));
  CHECK(repair(folder, {"a.tfrec"}).exit_code == 2);
  CHECK(repair(folder, {"a.tfrec", "-o", ""}).exit_code == 2);
  CHECK(repair(folder, {"absent.tfrec", "-o", "out"}).exit_code == 2);
  const RunResult file = repair(folder, {"a.tfrec", "-o", "a.tfrec"});
  CHECK(file.exit_code == 2);
  CHECK(file.err == "tfrec: error: a.tfrec: is not a folder\n");
  CHECK(names(folder.files()) == Words{"a.tfrec"});
}

TEST_CASE("repair: hostile names reach terminal and JSON escaped") {
  const ScratchFolder folder;
  folder.write("in/a\x1b[2J\n00-2.tfrec", flower_shard(1));
  folder.write("in/\xff.tfrec", with_bad_payload(flower_shard(2), 1));
  const RunResult result = repair(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.find('\x1b') == std::string::npos);
  CHECK_THAT(result.out, Catch::ContainsSubstring("out/a\\x1B[2J\\n00-1.tfrec\n"));
  CHECK_THAT(result.out, Catch::ContainsSubstring("out/\\xFF.tfrec\n"));
  CHECK(Json::accept(repair(folder, {"in", "-o", "out2", "--json"}).out));
}

TEST_CASE("repair: much damage is listed in part on the terminal") {
  const ScratchFolder folder;
  std::string shard = shard_of(std::vector<std::string>(100, flower(0)));
  for (std::size_t i = 0; i < 100; i += 2) shard = with_bad_payload(shard, i);
  folder.write("a00-100.tfrec", shard);
  const RunResult result = repair(folder, {"a00-100.tfrec", "-o", "out"});
  CHECK(std::count(result.out.begin(), result.out.end(), '\n') == 3 + 21 + 1);
  CHECK_THAT(result.out, Catch::ContainsSubstring("a00-100.tfrec: and 30 ranges more; see --json\n"));
}

TEST_CASE("repair: the same with any number of threads") {
  const ScratchFolder folder;
  for (int i = 0; i < 20; ++i) {
    folder.write("in/a" + std::to_string(i) + "-9.tfrec",
                 with_bad_payload(flower_shard(9), static_cast<std::size_t>(i) % 9));
  }
  const RunResult one = repair(folder, {"in", "-o", "out", "-j", "1"});
  const RunResult eight = repair(folder, {"in", "-o", "out", "-j", "8", "--overwrite"});
  CHECK(one.exit_code == 1);
  CHECK(one.out == eight.out);
  CHECK(one.err == eight.err);
}
