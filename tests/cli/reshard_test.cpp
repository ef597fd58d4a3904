// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/file.hpp"
#include "shards/set_description.hpp"
#include "support/catch.hpp"
#include "support/deflated.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/shard_bytes.hpp"
#include "tfrecord/reader.hpp"

using namespace tfrec;
using namespace tfrec::test;
namespace fs = std::filesystem;

namespace {

RunResult reshard(const ScratchFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "reshard");
  return run_tfrec(arguments, in(folder));
}

RunResult quiet(const ScratchFolder& folder, std::vector<std::string> arguments) {
  arguments.emplace_back("-q");
  return reshard(folder, std::move(arguments));
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> payloads_in(const fs::path& shard) {
  const InputFile file(shard);
  Reader reader(file);
  std::vector<std::string> payloads;
  for (ReadItem item = reader.next(); !std::holds_alternative<End>(item); item = reader.next()) {
    REQUIRE(std::holds_alternative<Record>(item));
    payloads.emplace_back(std::get<Record>(item).payload);
  }
  return payloads;
}

/// The payloads of all shards in a folder, in order.
std::vector<std::string> payloads_of_set(const fs::path& folder) {
  std::vector<std::string> all;
  for (const std::string& name : files_in(folder)) {
    if (!name.ends_with(".tfrec")) continue;
    for (std::string& payload : payloads_in(folder / name)) all.push_back(std::move(payload));
  }
  return all;
}

std::vector<std::string> flowers(const std::vector<std::int64_t>& labels) {
  std::vector<std::string> payloads;
  for (const std::int64_t label : labels) payloads.push_back(flower(label));
  return payloads;
}

/// A source of ten flowers in three shards.
void write_ten(const ScratchFolder& folder, const std::string& in = "in") {
  folder.write(in + "/f00-4.tfrec", flower_shard(4));
  folder.write(in + "/f01-3.tfrec", flower_shard(3, 4));
  folder.write(in + "/f02-3.tfrec", flower_shard(3, 7));
}

void check_nothing_written(const ScratchFolder& folder, const std::string& out = "out") {
  CHECK_FALSE(fs::exists(folder / out));
}

void write_manifest(const ScratchFolder& folder, const std::string& in, const SetDescription& set) {
  folder.write(in + "/manifest.json", manifest_json(set));
}

/// A set of `in`/f00-3.tfrec with classes 0 to 2 of column `kind`.
SetDescription set_of_three(const std::vector<std::string>& names, const std::string& split = "") {
  SetDescription set;
  set.name = "f";
  set.features = {{"class", "class=index:kind", "int64", 1, 1}, {"name", "name=bytes:file", "bytes", 1, 1}};
  set.options = {{"quality", std::int64_t{90}}, {"shuffle", true}};
  ClassColumn column{"kind", "classes.txt", {}};
  for (const std::string& name : names) column.classes.push_back({name, 1});
  set.classes.push_back(column);
  set.shards = {{"f00-3.tfrec", split, "", 3, flower_shard(3).size(), 0, ""}};
  return set;
}

}  // namespace

TEST_CASE("reshard: many shards become one, payloads and order kept") {
  const ScratchFolder folder;
  write_ten(folder);
  const RunResult result = reshard(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: shards are called 'f' (--name)\n");
  CHECK_THAT(result.out, Catch::ContainsSubstring("set      out\n"
                                                  "sources  3 shards, 10 records, 830 B\n"
                                                  "shards   1 shard, 10 records, 830 B\n"
                                                  "names    f00-10.tfrec\n"
                                                  "features class  int64\n"
                                                  "         name  bytes\n"
                                                  "         weight  float[2]\n"));
  CHECK(files_in(folder / "out") == std::vector<std::string>{"f00-10.tfrec", "manifest.json"});
  CHECK(folder.read("out/f00-10.tfrec") == flower_shard(10));
  const RunResult verified = run_tfrec({"verify", "out", "-q"}, in(folder));
  CHECK(verified.out == "ok: 1 shard, 10 intact records, 830 B\n");
}

TEST_CASE("reshard: one shard becomes many, dealt as build deals") {
  const ScratchFolder folder;
  folder.write("big.tfrec", flower_shard(10));
  CHECK(quiet(folder, {"big.tfrec", "-o", "a", "--shards", "4", "--name", "s"}).exit_code == 0);
  CHECK(files_in(folder / "a") == std::vector<std::string>{"manifest.json", "s00-3.tfrec", "s01-3.tfrec",
                                                           "s02-2.tfrec", "s03-2.tfrec"});
  CHECK(payloads_of_set(folder / "a") == flowers({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  CHECK(quiet(folder, {"big.tfrec", "-o", "b", "--records-per-shard", "4"}).exit_code == 0);
  CHECK(files_in(folder / "b") ==
        std::vector<std::string>{"big00-4.tfrec", "big01-3.tfrec", "big02-3.tfrec", "manifest.json"});
  CHECK(quiet(folder, {"big.tfrec", "-o", "c", "--shard-size", "170"}).exit_code == 0);
  CHECK(files_in(folder / "c").size() == 6);  // 830 bytes in shards of about 170
  const RunResult many = quiet(folder, {"big.tfrec", "-o", "d", "--shards", "11"});
  CHECK(many.exit_code == 2);
  CHECK_THAT(many.err, Catch::ContainsSubstring("--shards 11 is more than the 10 records there are"));
  check_nothing_written(folder, "d");
}

TEST_CASE("reshard --shuffle: the order of docs/format.md, the same for any number of threads") {
  const ScratchFolder folder;
  write_ten(folder);
  CHECK(quiet(folder, {"in", "-o", "a", "--shuffle", "--shards", "3", "-j", "1"}).exit_code == 0);
  CHECK(payloads_of_set(folder / "a") == flowers({4, 9, 1, 6, 7, 8, 0, 3, 2, 5}));
  CHECK(quiet(folder, {"in", "-o", "b", "--shuffle", "--shards", "3", "-j", "8"}).exit_code == 0);
  for (const std::string& name : files_in(folder / "a")) {
    INFO(name);
    CHECK(folder.read("a/" + name) == folder.read("b/" + name));
  }
  CHECK(quiet(folder, {"in", "-o", "c", "--shuffle", "--seed", "43"}).exit_code == 0);
  CHECK(payloads_of_set(folder / "c") == flowers({3, 0, 5, 7, 2, 1, 4, 6, 9, 8}));
}

TEST_CASE("reshard: compressed sources give what plain ones give") {
  const ScratchFolder folder;
  write_ten(folder);
  folder.write("packed/f00-4.tfrec", gzipped(flower_shard(4)));
  folder.write("packed/f01-3.tfrec", flower_shard(3, 4));
  folder.write("packed/f02-3.tfrec", zlibbed(flower_shard(3, 7)));
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--shuffle"}, {"--filter", "class=2,8", "--drop", "name"}}) {
    fs::remove_all(folder / "a");
    fs::remove_all(folder / "b");
    std::vector<std::string> plain{"in", "-o", "a"};
    std::vector<std::string> packed{"packed", "-o", "b"};
    plain.insert(plain.end(), more.begin(), more.end());
    packed.insert(packed.end(), more.begin(), more.end());
    CHECK(quiet(folder, plain).exit_code == 0);
    CHECK(quiet(folder, packed).exit_code == 0);
    REQUIRE(files_in(folder / "a") == files_in(folder / "b"));
    for (const std::string& name : files_in(folder / "a")) {
      CHECK(folder.read("a/" + name) == folder.read("b/" + name));
    }
  }
}

TEST_CASE("reshard --filter takes the records that match") {
  const ScratchFolder folder;
  write_ten(folder);
  const RunResult result = reshard(folder, {"in", "-o", "out", "--filter", "class=2,5,9"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("10 records, 830 B; 7 records left out by --filter\n"));
  CHECK(payloads_of_set(folder / "out") == flowers({2, 5, 9}));
  CHECK(quiet(folder, {"in", "-o", "and", "--filter", "class!=2,3,4", "--filter", "name!=flower9.jpg"})
            .exit_code == 0);
  CHECK(payloads_of_set(folder / "and") == flowers({0, 1, 5, 6, 7, 8}));
  CHECK(quiet(folder, {"in", "-o", "float", "--filter", "weight=0.5"}).exit_code == 0);
  CHECK(payloads_of_set(folder / "float").size() == 10);
}

TEST_CASE("reshard --filter that fits nothing") {
  const ScratchFolder folder;
  write_ten(folder);
  const RunResult none = quiet(folder, {"in", "-o", "out", "--filter", "class=77"});
  CHECK(none.exit_code == 1);
  CHECK(none.out.empty());
  CHECK(none.err ==
        "tfrec: error: no record of 10 passes --filter\n"
        "tfrec: hint: `tfrec inspect` shows which values there are\n");
  const RunResult unknown = quiet(folder, {"in", "-o", "out", "--filter", "clas=3"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err ==
        "tfrec: error: --filter: no record has a feature 'clas'\ntfrec: hint: did you mean 'class'?\n");
  const RunResult text = quiet(folder, {"in", "-o", "out", "--filter", "class=rose"});
  CHECK(text.exit_code == 2);
  CHECK_THAT(text.err, Catch::ContainsSubstring("feature 'class' holds whole numbers, 'rose' is none"));
  const RunResult malformed = quiet(folder, {"in", "-o", "out", "--filter", "class"});
  CHECK(malformed.exit_code == 2);
  CHECK_THAT(malformed.err, Catch::ContainsSubstring("expected NAME=VALUE"));
  check_nothing_written(folder);
}

TEST_CASE("reshard --drop leaves features out and the others as they are") {
  const ScratchFolder folder;
  write_ten(folder);
  CHECK(quiet(folder, {"in", "-o", "out", "--drop", "name", "--drop", "weight"}).exit_code == 0);
  const std::vector<std::string> payloads = payloads_of_set(folder / "out");
  REQUIRE(payloads.size() == 10);
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    CHECK(payloads[i] == payload_of({{"class", Integers{static_cast<std::int64_t>(i)}}}));
  }
  const RunResult unknown = quiet(folder, {"in", "-o", "other", "--drop", "wieght"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err ==
        "tfrec: error: --drop: no record has a feature 'wieght'\ntfrec: hint: did you mean 'weight'?\n");
  check_nothing_written(folder, "other");
}

TEST_CASE("reshard: a feature name of 100,000 bytes is cut short in the summary, not in the manifest") {
  const ScratchFolder folder;
  const std::string name(100'000, 'n');
  folder.write("in/a.tfrec", shard_of({payload_of({{name, Integers{1}}})}));
  const RunResult result = quiet(folder, {"in", "-o", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("features " + name.substr(0, 100) + "…  int64\n"));
  CHECK(result.out.size() < 1000);
  CHECK_THAT(folder.read("out/manifest.json"), Catch::ContainsSubstring(name));
}

TEST_CASE("reshard: damage is named by file, record and byte, and nothing is published") {
  const ScratchFolder folder;
  const std::string sound = flower_shard(10);
  const std::size_t third = 2 * sound.size() / 10;
  struct Case {
    std::string content;
    std::string message;
  };
  const std::vector<Case> cases{
      {with_flipped_bit(sound, third + 20), "record 2 at byte 166 (+83): payload and its checksum disagree"},
      {with_flipped_bit(sound, third + 2), "record 2 at byte 166 (+12): length and its checksum disagree"},
      {sound.substr(0, sound.size() - 1), "record 9 at byte 747"},
      {sound + "x", "record 10 at byte 830"},
      {gzipped(sound).substr(0, 60), "GZIP stream is cut short"},
      {gzipped(with_flipped_bit(sound, third + 20)), "record 2 at byte 166 (+83)"},
  };
  for (const Case& damaged : cases) {
    folder.write("in/bad.tfrec", damaged.content);
    for (const char* option : {"--mixed", "--shuffle", "--filter=class!=77"}) {
      INFO(damaged.message << " " << option);
      const RunResult result = quiet(folder, {"in", "-o", "out", option});
      CHECK(result.exit_code == 1);
      CHECK(result.out.empty());
      CHECK_THAT(result.err, Catch::ContainsSubstring("tfrec: error: in/bad.tfrec: "));
      CHECK_THAT(result.err, Catch::ContainsSubstring(damaged.message));
      CHECK_THAT(result.err, Catch::ContainsSubstring("`tfrec repair` saves the intact records"));
      check_nothing_written(folder);
    }
  }
}

TEST_CASE("reshard: records that are not there are missed by name and manifest") {
  const ScratchFolder folder;
  folder.write("in/f00-4.tfrec", flower_shard(3));
  const RunResult named = quiet(folder, {"in", "-o", "out"});
  CHECK(named.exit_code == 1);
  CHECK_THAT(named.err,
             Catch::ContainsSubstring("in/f00-4.tfrec: its name says 4 records, it holds 3 records\n"));
  SetDescription set;
  set.shards = {{"a.tfrec", "", "", 3, 1, 0, ""}, {"b.tfrec", "", "", 7, 1, 0, ""}};
  folder.write("set/a.tfrec", flower_shard(3));
  write_manifest(folder, "set", set);
  const RunResult missing = quiet(folder, {"set", "-o", "out"});
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.err, Catch::ContainsSubstring("set/manifest.json: lists b.tfrec, which is not there\n"));
  CHECK(quiet(folder, {"set/a.tfrec", "-o", "out"}).exit_code == 0);
}

TEST_CASE("reshard: sources that don't fit together are refused, unless --mixed") {
  const ScratchFolder folder;
  folder.write("a.tfrec", flower_shard(3));
  folder.write("kinds.tfrec",
               shard_of({payload_of({{"class", Floats{1}}, {"name", Texts{"x"}}, {"weight", Floats{1}}})}));
  folder.write("names.tfrec", shard_of({payload_of({{"class", Integers{1}}})}));
  const RunResult kinds = quiet(folder, {"a.tfrec", "kinds.tfrec", "-o", "out"});
  CHECK(kinds.exit_code == 2);
  CHECK(kinds.err ==
        "tfrec: error: kinds.tfrec: feature 'class' is float, in a.tfrec it is int64\n"
        "tfrec: hint: make them alike with --drop, or mix them as they are with --mixed\n");
  const RunResult names = quiet(folder, {"a.tfrec", "names.tfrec", "-o", "out"});
  CHECK(names.exit_code == 2);
  CHECK_THAT(names.err, Catch::ContainsSubstring(
                            "names.tfrec: has no feature 'name', which stands in every record of a.tfrec"));
  check_nothing_written(folder);
  CHECK(quiet(folder, {"a.tfrec", "names.tfrec", "-o", "dropped", "--drop", "name", "--drop", "weight"})
            .exit_code == 0);
  CHECK(quiet(folder, {"a.tfrec", "kinds.tfrec", "-o", "out", "--mixed"}).exit_code == 0);
  CHECK(run_tfrec({"count", "out"}, in(folder)).exit_code == 0);
}

TEST_CASE("reshard: splits are not mixed by accident") {
  const ScratchFolder folder;
  for (const char* split : {"train", "val"}) {
    folder.write(std::string(split) + "/f00-3.tfrec", flower_shard(3));
    write_manifest(folder, split, set_of_three({"a", "b", "c"}, split));
  }
  const RunResult result = quiet(folder, {"train", "val", "-o", "out"});
  CHECK(result.exit_code == 2);
  CHECK(result.err ==
        "tfrec: error: val/f00-3.tfrec: split 'val' would be mixed with 'train'\n"
        "tfrec: hint: give the folder of one of them, or mix them with --mixed\n");
  CHECK(quiet(folder, {"train", "val", "-o", "out", "--mixed"}).exit_code == 0);
}

TEST_CASE("reshard: classes and options are carried over where the manifests agree") {
  const ScratchFolder folder;
  for (const char* source : {"a", "b"}) {
    folder.write(std::string(source) + "/f00-3.tfrec", flower_shard(3));
    write_manifest(folder, source, set_of_three({"ash", "oak", "elm"}));
  }
  CHECK(quiet(folder, {"a", "b", "-o", "out", "--filter", "class=oak,elm"}).exit_code == 0);
  CHECK(payloads_of_set(folder / "out") == flowers({1, 2, 1, 2}));
  CHECK(folder.read("out/classes.txt") == "ash\noak\nelm\n");
  const auto manifest = nlohmann::json::parse(folder.read("out/manifest.json"));
  CHECK(manifest["classes"][0]["records"] == std::vector<int>{0, 2, 2});
  CHECK(manifest["options"]["quality"] == 90);
  CHECK(manifest["options"]["shuffle"] == false);
  CHECK(manifest["schema"][0]["spec"] == "class=index:kind");
  CHECK_FALSE(manifest["schema"][2].contains("spec"));  // 'weight' stands in no manifest

  write_manifest(folder, "b", set_of_three({"oak", "ash", "elm"}));
  const RunResult differ = reshard(folder, {"a", "b", "-o", "other"});
  CHECK(differ.exit_code == 0);
  CHECK_THAT(differ.err, Catch::ContainsSubstring("warning: the sources number their classes differently"));
  CHECK_FALSE(fs::exists(folder / "other/classes.txt"));
  CHECK(quiet(folder, {"a", "-o", "without", "--drop", "class"}).exit_code == 0);
  CHECK_FALSE(fs::exists(folder / "without/classes.txt"));
}

TEST_CASE("reshard: a class file's name in a hostile manifest") {
  const ScratchFolder folder;
  for (const char* name : {"f00-3.tfrec", "manifest.json", "classes/../../x.txt"}) {
    SetDescription set = set_of_three({"a", "b", "c"});
    set.classes[0].file = name;
    folder.write("in/f00-3.tfrec", flower_shard(3));
    write_manifest(folder, "in", set);
    const RunResult result = quiet(folder, {"in", "-o", "out"});
    CHECK(result.exit_code == 1);
    check_nothing_written(folder);
  }
}

TEST_CASE("reshard: what stands in OUT is safe") {
  const ScratchFolder folder;
  write_ten(folder);
  CHECK(quiet(folder, {"in", "-o", "out"}).exit_code == 0);
  const std::string before = folder.read("out/f00-10.tfrec");
  const RunResult refused = quiet(folder, {"in", "-o", "out", "--shards", "2"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Catch::ContainsSubstring("out: holds a complete set already"));
  CHECK(folder.read("out/f00-10.tfrec") == before);
  CHECK(quiet(folder, {"in", "-o", "out", "--shards", "2", "--overwrite"}).exit_code == 0);
  CHECK(files_in(folder / "out") == std::vector<std::string>{"f00-5.tfrec", "f01-5.tfrec", "manifest.json"});
  for (const char* source : {"out", "out/f00-5.tfrec", "./out/../out/f01-5.tfrec"}) {
    const RunResult itself = quiet(folder, {source, "-o", "out", "--overwrite"});
    CHECK(itself.exit_code == 2);
    CHECK_THAT(itself.err, Catch::ContainsSubstring("is a source, and lies in the folder to write to"));
  }
  fs::create_directory_symlink(folder / "in", folder / "link");
  const RunResult linked = quiet(folder, {"in", "-o", "link"});
  CHECK(linked.exit_code == 2);
  CHECK(payloads_of_set(folder / "in").size() == 10);
}

TEST_CASE("reshard copies records that are no examples") {
  const ScratchFolder folder;
  const std::vector<std::string> payloads{"no example", "", std::string(3'000'000, 'x'), "\xff\xff"};
  folder.write("a.tfrec", shard_of(payloads));
  const RunResult result = reshard(folder, {"a.tfrec", "-o", "out", "--shards", "2"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::ContainsSubstring("3 records are no tf.train.Example"));
  CHECK(payloads_of_set(folder / "out") == payloads);
  const RunResult filtered = quiet(folder, {"a.tfrec", "-o", "other", "--drop", "x"});
  CHECK(filtered.exit_code == 1);
  CHECK_THAT(filtered.err, Catch::ContainsSubstring("a.tfrec: record 0 at byte 0 is no tf.train.Example"));
}

TEST_CASE("reshard --dry-run writes nothing") {
  const ScratchFolder folder;
  write_ten(folder);
  folder.write("in/f03-1.tfrec", gzipped(flower_shard(1, 10)));
  const RunResult result = reshard(folder, {"in", "-o", "out", "--shards", "2", "--dry-run"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("11 records in 2 shards"));
  CHECK_THAT(result.out, Catch::ContainsSubstring("names    f00-6.tfrec … f01-5.tfrec\n"));
  check_nothing_written(folder);
}

TEST_CASE("reshard --json is the manifest") {
  const ScratchFolder folder;
  write_ten(folder);
  const RunResult result = quiet(folder, {"in", "-o", "out", "--json"});
  CHECK(result.exit_code == 0);
  auto told = nlohmann::json::parse(result.out);
  const auto written = nlohmann::json::parse(folder.read("out/manifest.json"));
  CHECK(told["bad"].empty());
  told.erase("bad");
  CHECK(told == written);
  CHECK(written["shards"][0]["records"] == 10);
}

TEST_CASE("reshard: a full disk leaves nothing") {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of({std::string(300'000, 'x'), std::string(300'000, 'y')}));
  RunSettings settings = in(folder);
  settings.largest_file = 400'000;
  const RunResult result = run_tfrec({"reshard", "a.tfrec", "-o", "out", "-q"}, settings);
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  check_nothing_written(folder);
}

TEST_CASE("reshard: options that can't work") {
  const ScratchFolder folder;
  write_ten(folder);
  CHECK(quiet(folder, {"in"}).exit_code == 2);
  CHECK(quiet(folder, {"in", "-o", ""}).exit_code == 2);
  CHECK(quiet(folder, {"in", "-o", "out", "--seed", "3"}).exit_code == 2);
  CHECK(quiet(folder, {"in", "-o", "out", "--shards", "2", "--records-per-shard", "2"}).exit_code == 2);
  CHECK(quiet(folder, {"in", "-o", "out", "--name", "a/b"}).exit_code == 2);
  CHECK(quiet(folder, {"in", "-o", "out", "--extension", "x"}).exit_code == 2);
  CHECK(quiet(folder, {"absent", "-o", "out"}).exit_code == 2);
  folder.write("empty.tfrec", "");
  const RunResult empty = quiet(folder, {"empty.tfrec", "-o", "out"});
  CHECK(empty.exit_code == 1);
  CHECK(empty.err == "tfrec: error: empty.tfrec: holds no record\n");
  check_nothing_written(folder);
}
