// SPDX-License-Identifier: Apache-2.0
// --equal: all shards of a split have the same number of records.
#include <chrono>

#include "support/scenes/equal_scene.hpp"
#include "support/scenes/keep_scene.hpp"

using namespace tfrec::test;

namespace {

/// The records of each shard, split by split.
std::map<std::string, std::vector<std::uint64_t>> counts(const Json& set) {
  std::map<std::string, std::vector<std::uint64_t>> found;
  for (const Json& shard : set["shards"]) found[shard["split"]].push_back(shard["records"]);
  return found;
}

using Counts = std::map<std::string, std::vector<std::uint64_t>>;

/// How many lines of left-out.csv end in each action.
std::map<std::string, int> actions(const Json& set) {
  std::map<std::string, int> found;
  if (!set.contains("left_out")) return found;
  for (const Json& row : set["left_out"]) ++found[row["action"]];
  return found;
}

using Actions = std::map<std::string, int>;

}  // namespace

TEST_CASE("--equal drop: all shards have the same number, and the dropped rows are listed") {
  const EqualScene scene;
  const RunResult result = scene.build({"--shards", "4", "--equal", "drop"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("4 shards, 20 records"));
  CHECK_THAT(result.out, ContainsSubstring("equal    2 records dropped, listed in left-out.csv\n"));
  const Json set = scene.manifest();
  CHECK(counts(set) == Counts{{"", {5, 5, 5, 5}}});
  CHECK(set["options"]["equal"] == "drop");
  CHECK(set["left_out_rows"] == 2);
  const Files stored = scene.stored();
  CHECK(stored.size() == 20);
  std::string csv = "row,image,action\r\n";
  for (int i = 0; i < 22; ++i) {
    if (!stored.contains(EqualScene::name_of(i)))
      csv += std::to_string(i + 2) + "," + EqualScene::name_of(i) + ",dropped (--equal)\r\n";
  }
  CHECK(scene.scratch.read("out/left-out.csv") == csv);
  scene.is_sound();
}

TEST_CASE("report does not call records that --equal stores twice a finding") {
  const EqualScene scene;
  REQUIRE(scene.build({"--shards", "4", "--equal", "repeat"}).exit_code == 0);
  const RunResult result = scene.run({"report", "out", "-o", "equal.html"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, !ContainsSubstring("repeats:"));
  CHECK_THAT(scene.scratch.read("equal.html"), ContainsSubstring("in a set built with --equal"));

  scene.image("p1.jpg", EqualScene::good(0));  // another class
  REQUIRE(scene.build({"--shards", "4", "--equal", "repeat"}, "same").exit_code == 0);
  const RunResult same = scene.run({"report", "same", "-o", "same.html"});
  CHECK_THAT(same.out, ContainsSubstring("repeats: 1 image is byte for byte another's"));
}

TEST_CASE("The line of hosts advises --equal only where it makes steps equal") {
  const EqualScene scene;
  const Words hosts{"--hosts", "4", "--shards", "4"};  // 6, 6, 5 and 5 records
  const auto line = [&](const Words& more) {
    const RunResult result = scene.run(Words{"plan", "images", "--labels", "labels.csv"} + hosts + more);
    const std::size_t at = result.out.find("hosts    ");
    REQUIRE(at != std::string::npos);
    return result.out.substr(at, result.out.find('\n', at) - at);
  };
  CHECK(line({"--batch", "16"}) == "hosts    1 full step of 4 on 4 hosts");
  CHECK(line({"--batch", "8"}) == "hosts    2 to 3 full steps of 2 on 4 hosts: --equal makes them equal");
  CHECK(line({"--batch", "8", "--equal", "repeat"}) == "hosts    3 steps of 2 on each of 4 hosts");
}

TEST_CASE("--equal repeat: all records are there, a few twice, and records.csv shows which") {
  const EqualScene scene;
  const Json set = scene.report({"--shards", "4", "--equal", "repeat", "--record-list"});
  CHECK(counts(set) == Counts{{"", {6, 6, 6, 6}}});
  CHECK(actions(set) == Actions{{"stored twice (--equal)", 2}});
  CHECK(scene.stored().size() == 22);
  const std::string list = scene.scratch.read("out/records.csv");
  for (const Json& row : set["left_out"]) {
    const std::string cell = "," + row["image"].get<std::string>() + "\r\n";
    const std::size_t first = list.find(cell);
    REQUIRE(first != std::string::npos);
    CHECK(list.find(cell, first + 1) != std::string::npos);
  }
  scene.is_sound();
  CHECK_THAT(scene.run({"verify", "out"}).err + scene.run({"verify", "out"}).out,
             ContainsSubstring("2 records occur more than once in a set built with --equal"));
}

TEST_CASE("--equal changes nothing where the records divide, but the recorded option") {
  const EqualScene scene;
  const std::string how = GENERATE("drop", "repeat");
  scene.report({"--shards", "2"}, "plain");
  const Json set = scene.report({"--shards", "2", "--equal", how});
  CHECK_FALSE(set.contains("left_out"));
  CHECK_FALSE(fs::exists(scene.scratch / "out/left-out.csv"));
  CHECK(scene.shards("out") == scene.shards("plain"));
  CHECK(scene.report({"--shards", "1", "--equal", how}, "one")["records"] == 22);
}

TEST_CASE("--equal: each split has equal shards, in any layout and size") {
  const EqualScene scene;
  const std::string how = GENERATE("drop", "repeat");
  const Words options =
      GENERATE(Words{"--split", "train=0.7,val=0.3", "--dedupe", "ignore"},
               Words{"--folds", "2", "--dedupe", "ignore", "--gzip", "--stats"},
               Words{"--sizes", "8,16", "--no-shuffle"}, Words{"--record-per", "image"},
               Words{"--name-style", "tfds", "--layout", "flowers"}, Words{"--layout", "raw", "--size", "8"});
  scene.report(Words{"--shards", "4", "--equal", how} + options);
  scene.has_equal_shards();
  CHECK_THAT(scene.build(Words{"--shards", "4", "--equal", how} + options).out,
             ContainsSubstring("up to date"));
}

TEST_CASE("--equal: any number of threads gives the same bytes, and the seed selects the records") {
  const EqualScene scene;
  const std::string how = GENERATE("drop", "repeat");
  scene.make_bad(5);
  const Words options{"--shards", "4", "--equal", how, "--max-bad", "2", "-q"};
  REQUIRE(scene.build(options + Words{"-j1"}, "one").exit_code == 0);
  REQUIRE(scene.build(options + Words{"-j4"}, "four").exit_code == 0);
  CHECK(scene.files("one") == scene.files("four"));
  REQUIRE(scene.build(options + Words{"--seed", "7"}, "seven").exit_code == 0);
  CHECK(scene.scratch.read("one/left-out.csv") != scene.scratch.read("seven/left-out.csv"));
}

TEST_CASE("--equal leaves the split of --test as it is, and reports that") {
  const EqualScene scene;
  for (int i = 0; i < 7; ++i)
    scene.scratch.write("unseen/u" + std::to_string(i) + ".jpg", jpeg_image(9 + i, 9, 300));
  const std::string how = GENERATE("drop", "repeat");
  const Words options{"--shards", "4", "--equal", how, "--test", "unseen"};
  const RunResult built = scene.build(options);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, ContainsSubstring("become the split test, which --equal does not change\n"));
  const Json set = scene.manifest();
  CHECK(counts(set)["test"] == std::vector<std::uint64_t>{2, 2, 2, 1});
  const std::uint64_t each = how == "drop" ? 5 : 6;
  CHECK(counts(set)["train"] == std::vector<std::uint64_t>{each, each, each, each});
  scene.is_sound();
  CHECK_THAT(scene.build(options).out, ContainsSubstring("up to date"));
}

TEST_CASE("--equal with --hosts and --batch: equal steps on each host") {
  const EqualScene scene;
  const Words options{"--hosts", "3", "--batch", "6"};
  const RunResult unequal = scene.build(options, "unequal");
  CHECK_THAT(unequal.out,
             ContainsSubstring("hosts    3 to 4 full steps of 2 on 3 hosts: --equal makes them equal\n"));
  const RunResult dropped = scene.build(options + Words{"--equal", "drop"}, "dropped");
  CHECK_THAT(dropped.out,
             ContainsSubstring("batches  3 steps of 6, and 3 records left over\n"
                               "hosts    3 steps of 2 on each of 3 hosts, and 1 record left over on each\n"));
  const RunResult repeated = scene.build(options + Words{"--equal", "repeat"}, "repeated");
  CHECK_THAT(repeated.out,
             ContainsSubstring("batches  4 steps of 6\nhosts    4 steps of 2 on each of 3 hosts\n"));
  CHECK(scene.build(options + Words{"--equal", "repeat"}, "repeated").out ==
        "up to date: repeated\nbatches  4 steps of 6\nhosts    4 steps of 2 on each of 3 hosts\n");
  scene.fails({"--equal", "drop", "--hosts", "23"}, 2,
              "22 records can't give each of 23 hosts a shard, as --equal asks");
  scene.fails({"--equal", "drop", "--hosts", "3", "--shards", "7"}, 2,
              "--shards 7 is not a multiple of --hosts 3, as --equal asks");
  scene.fails({"--equal", "drop", "--shards", "30"}, 2, "--shards 30 is more than the 22 records there are");
}

TEST_CASE("--equal: plan shows what build makes") {
  const EqualScene scene;
  const RunResult planned = scene.run(
      {"plan", "images", "--labels", "labels.csv", "--name", "f", "--shards", "4", "--equal", "drop"});
  CHECK(planned.exit_code == 0);
  CHECK_THAT(planned.out, ContainsSubstring("20 records in 4 shards"));
  CHECK_THAT(planned.out, ContainsSubstring("equal    2 records dropped; build will "
                                            "list them in left-out.csv\n"));
}

TEST_CASE("--equal and left-out.csv: rows without an image and dropped ones are in one list") {
  const EqualScene scene;
  scene.table(scene.scratch.read("labels.csv") + "gone.jpg,tulip\n");
  const Words options{"--shards", "4", "--equal", "drop", "--allow-missing-images"};
  const RunResult built = scene.build(options);
  CHECK_THAT(built.out, ContainsSubstring("left out 1 row, listed in left-out.csv\nequal    2 records"));
  CHECK(scene.manifest()["left_out_rows"] == 3);
  CHECK_THAT(scene.scratch.read("out/left-out.csv"), ContainsSubstring("\r\n24,gone.jpg,"));
  CHECK_THAT(scene.build(options).out, ContainsSubstring("up to date"));
}

TEST_CASE("--equal: a changed image makes its set stale, a dropped one does not") {
  const EqualScene scene;
  const Json set = scene.report({"--shards", "4", "--equal", "drop"});
  const std::string dropped = set["left_out"][0]["image"];
  const auto rewrite = [&](const std::string& name, std::string content) {
    scene.image(name, content);
    const auto soon = fs::file_time_type::clock::now() + std::chrono::seconds(5);
    fs::last_write_time(scene.scratch / "images" / name, soon);
  };
  const std::string bytes = scene.scratch.read("images/" + dropped);
  rewrite(dropped, bytes);
  CHECK_THAT(scene.build({"--shards", "4", "--equal", "drop"}).out, ContainsSubstring("up to date"));
  CHECK(scene.build({"--shards", "4", "--equal", "repeat"}).exit_code == 2);
  CHECK(scene.build({"--shards", "4"}).exit_code == 2);
}

TEST_CASE(
    "--equal drop: the line about the shares of splits was that of all rows, though rows were dropped") {
  const KeepScene set;
  set.rows(37);
  const RunResult built =
      set.build({"--split", "train=0.7,val=0.3", "--dedupe", "ignore", "--shards", "4", "--equal", "drop"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.out, ContainsSubstring("less than one row, before --equal (5 records dropped)"));
}
