// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/runs/reshard_runs.hpp"

using namespace tfrec;
using namespace tfrec::test;
namespace fs = std::filesystem;

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
                                                  "features class   int64\n"
                                                  "         name    bytes\n"
                                                  "         weight  float[2]\n"
                                                  "read     tf.data.TFRecordDataset(tf.io.gfile."
                                                  "glob(\"out/*.tfrec\"))\n"));
  CHECK(files_in(folder / "out") == std::vector<std::string>{"f00-10.tfrec", "manifest.json"});
  CHECK(folder.read("out/f00-10.tfrec") == flower_shard(10));
  const RunResult verified = run_tfrec({"verify", "out"}, in(folder));
  CHECK(verified.out == "ok: 1 shard, 10 intact records, 830 B\n");
}

TEST_CASE("reshard: one shard becomes many, dealt as build deals") {
  const ScratchFolder folder;
  folder.write("big.tfrec", flower_shard(10));
  CHECK(quiet(folder, {"big.tfrec", "-o", "a", "--shards", "4", "--name", "s"}).exit_code == 0);
  CHECK(files_in(folder / "a") == std::vector<std::string>{"manifest.json", "s00-3.tfrec", "s01-3.tfrec",
                                                           "s02-2.tfrec", "s03-2.tfrec"});
  CHECK(payloads_in(folder / "a") == flowers({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
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
  CHECK(payloads_in(folder / "a") == flowers({4, 9, 1, 6, 7, 8, 0, 3, 2, 5}));
  CHECK(quiet(folder, {"in", "-o", "b", "--shuffle", "--shards", "3", "-j", "8"}).exit_code == 0);
  for (const std::string& name : files_in(folder / "a")) {
    INFO(name);
    CHECK(folder.read("a/" + name) == folder.read("b/" + name));
  }
  CHECK(quiet(folder, {"in", "-o", "c", "--shuffle", "--seed", "43"}).exit_code == 0);
  CHECK(payloads_in(folder / "c") == flowers({3, 0, 5, 7, 2, 1, 4, 6, 9, 8}));
}

TEST_CASE("reshard --filter takes the records that match") {
  const ScratchFolder folder;
  write_ten(folder);
  const RunResult result = reshard(folder, {"in", "-o", "out", "--filter", "class=2,5,9"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("10 records, 830 B; 7 records left out by --filter\n"));
  CHECK(payloads_in(folder / "out") == flowers({2, 5, 9}));
  CHECK(quiet(folder, {"in", "-o", "and", "--filter", "class!=2,3,4", "--filter", "name!=flower9.jpg"})
            .exit_code == 0);
  CHECK(payloads_in(folder / "and") == flowers({0, 1, 5, 6, 7, 8}));
  CHECK(quiet(folder, {"in", "-o", "float", "--filter", "weight=0.5"}).exit_code == 0);
  CHECK(payloads_in(folder / "float").size() == 10);
}

TEST_CASE("reshard --filter that fits nothing") {
  const ScratchFolder folder;
  write_ten(folder);
  const RunResult none = quiet(folder, {"in", "-o", "out", "--filter", "class=77"});
  check_error(none, 1,
              "tfrec: error: no record of 10 passes --filter\n"
              "tfrec: hint: `tfrec inspect` shows which values there are\n");
  const RunResult unknown = quiet(folder, {"in", "-o", "out", "--filter", "clas=3"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err ==
        "tfrec: error: --filter: no record has a feature 'clas'\ntfrec: hint: did you mean 'class'?\n");
  CHECK_THAT(quiet(folder, {"in", "-o", "out", "--filter", "label=3"}).err,
             Catch::ContainsSubstring("hint: the records have 'class', 'name', 'weight'"));
  const RunResult text = quiet(folder, {"in", "-o", "out", "--filter", "class=rose"});
  CHECK(text.exit_code == 2);
  CHECK_THAT(text.err, Catch::ContainsSubstring("feature 'class' contains whole numbers, 'rose' is not one"));
  const RunResult malformed = quiet(folder, {"in", "-o", "out", "--filter", "class"});
  CHECK(malformed.exit_code == 2);
  CHECK_THAT(malformed.err, Catch::ContainsSubstring("expected NAME=VALUE"));
  check_nothing_written(folder);
}

TEST_CASE("reshard --drop leaves features out and the others as they are") {
  const ScratchFolder folder;
  write_ten(folder);
  CHECK(quiet(folder, {"in", "-o", "out", "--drop", "name", "--drop", "weight"}).exit_code == 0);
  const std::vector<std::string> payloads = payloads_in(folder / "out");
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
  const RunResult result = run_tfrec({"reshard", "in", "-o", "out"}, in(folder));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("features " + name.substr(0, 100) + "…  int64\n"));
  CHECK(result.out.size() < 1000);
  CHECK_THAT(folder.read("out/manifest.json"), Catch::ContainsSubstring(name));
}

TEST_CASE("reshard: files of others in OUT are safe") {
  const ScratchFolder folder;
  write_ten(folder);
  CHECK(quiet(folder, {"in", "-o", "out"}).exit_code == 0);
  const std::string before = folder.read("out/f00-10.tfrec");
  const RunResult refused = quiet(folder, {"in", "-o", "out", "--shards", "2"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Catch::ContainsSubstring("out: already contains a set"));
  CHECK(folder.read("out/f00-10.tfrec") == before);
  CHECK(quiet(folder, {"in", "-o", "out", "--shards", "2", "--overwrite"}).exit_code == 0);
  CHECK(files_in(folder / "out") == std::vector<std::string>{"f00-5.tfrec", "f01-5.tfrec", "manifest.json"});
  for (const char* source : {"out", "out/f00-5.tfrec", "./out/../out/f01-5.tfrec"}) {
    const RunResult itself = quiet(folder, {source, "-o", "out", "--overwrite"});
    CHECK(itself.exit_code == 2);
    CHECK_THAT(itself.err, Catch::ContainsSubstring("is a source inside the output folder"));
  }
  fs::create_directory_symlink(folder / "in", folder / "link");
  const RunResult linked = quiet(folder, {"in", "-o", "link"});
  CHECK(linked.exit_code == 2);
  CHECK(payloads_in(folder / "in").size() == 10);
}

TEST_CASE("reshard: OUT inside a source folder, whose readers would read each record twice, is refused") {
  const ScratchFolder folder;
  write_ten(folder);
  fs::create_directory_symlink(folder / "in", folder / "link");
  for (const char* out : {"in/new", "./in/deep/new", "link/new"}) {
    const RunResult result = quiet(folder, {"in", "-o", out});
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK(result.err == std::string("tfrec: error: ") + out +
                            ": lies in the source in, which would contain its records twice\n"
                            "tfrec: hint: name a folder outside of it with -o\n");
  }
  CHECK(payloads_in(folder / "in").size() == 10);
  const RunResult staged = quiet(folder, {"in", "-o", "x/.tfrec-build/out"});
  CHECK(staged.exit_code == 2);
  CHECK(staged.out.empty());
  CHECK(staged.err ==
        "tfrec: error: x/.tfrec-build/out: lies in a folder '.tfrec-build', which the next build empties\n"
        "tfrec: hint: name another folder with -o\n");
  CHECK_FALSE(fs::exists(folder / "x"));
}

TEST_CASE("reshard copies records that are no examples") {
  const ScratchFolder folder;
  const std::vector<std::string> payloads{"no example", "", std::string(3'000'000, 'x'), "\xff\xff"};
  folder.write("a.tfrec", shard_of(payloads));
  const RunResult result = reshard(folder, {"a.tfrec", "-o", "out", "--shards", "2"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::ContainsSubstring("3 records are not tf.train.Examples"));
  CHECK(payloads_in(folder / "out") == payloads);
  const RunResult filtered = quiet(folder, {"a.tfrec", "-o", "other", "--drop", "x"});
  CHECK(filtered.exit_code == 1);
  CHECK_THAT(filtered.err, Catch::ContainsSubstring("a.tfrec: record 0 at byte 0 is not a tf.train.Example"));
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
  auto printed = nlohmann::json::parse(result.out);
  const auto written = nlohmann::json::parse(folder.read("out/manifest.json"));
  CHECK(printed["bad"].empty());
  CHECK(printed["seconds"]["total"] > 0);
  printed.erase("bad");
  printed.erase("seconds");
  CHECK(printed == written);
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
  CHECK(empty.err == "tfrec: error: empty.tfrec: contains no records\n");
  check_nothing_written(folder);
}

TEST_CASE("reshard --gzip compresses each shard as a whole, the records stay the same") {
  const ScratchFolder folder;
  write_ten(folder);
  CHECK(quiet(folder, {"in", "-o", "plain", "--shards", "2"}).exit_code == 0);
  CHECK(quiet(folder, {"in", "-o", "packed", "--shards", "2", "--gzip"}).exit_code == 0);
  CHECK(payloads_in(folder / "packed") == payloads_in(folder / "plain"));
  CHECK(folder.read("packed/f00-5.tfrec").substr(0, 3) == "\x1F\x8B\x08");
  const auto manifest = nlohmann::json::parse(folder.read("packed/manifest.json"));
  CHECK(manifest["options"]["gzip"] == true);
  CHECK(manifest["shards"][0]["bytes"] == fs::file_size(folder / "packed/f00-5.tfrec"));
  CHECK(fs::file_size(folder / "packed/f00-5.tfrec") < fs::file_size(folder / "plain/f00-5.tfrec"));
  CHECK(run_tfrec({"verify", "-q", "packed"}, in(folder)).exit_code == 0);
  CHECK(quiet(folder, {"packed", "-o", "back", "--shards", "2"}).exit_code == 0);
  CHECK(folder.read("back/f00-5.tfrec") == folder.read("plain/f00-5.tfrec"));
}
