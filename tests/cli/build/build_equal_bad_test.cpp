// SPDX-License-Identifier: Apache-2.0
// --equal where images are bad, where a build is interrupted, in parts, and in repair.
#include <sstream>

#include "support/scenes/equal_scene.hpp"

using namespace tfrec::test;

namespace {

/// In four equal shards.
class FourShards : public EqualScene {
 public:
  explicit FourShards(const std::string& how) : EqualScene({"--shards", "4", "--equal", how}) {}
};

}  // namespace

TEST_CASE("--equal: bad images leave the counts equal, others of their shards are stored twice") {
  const std::string how = GENERATE("drop", "repeat");
  const FourShards scene(how);
  for (const int i : {3, 4, 11}) scene.make_bad(i);
  const Words options = GENERATE(Words{}, Words{"--sizes", "8,16", "--stats"}, Words{"--gzip"});
  const Json set = scene.report(options + Words{"--max-bad", "3", "--record-list"});
  CHECK(set["shards"].size() == (options.empty() || options[0] == "--gzip" ? 4 : 8));
  CHECK(set["shards"][0]["records"] == (how == "drop" ? 5 : 6));
  scene.has_equal_shards();
  for (const Json& row : set["left_out"]) CHECK_FALSE(row["image"] == EqualScene::name_of(3));
  CHECK_THAT(scene.build(options + Words{"--max-bad", "3", "--record-list"}).out,
             ContainsSubstring("up to date"));
}

TEST_CASE("--equal repeat: a repeated image that is bad is one bad image") {
  const FourShards scene("repeat");
  const Json set = scene.report({}, "sound");
  for (const Json& row : set["left_out"]) scene.image(row["image"].get<std::string>(), "no image");
  const Json built = scene.report({"--max-bad", "2"});
  CHECK(built["bad"].size() == 2);
  CHECK(built["bad_images"] == 2);
  scene.has_equal_shards();
}

TEST_CASE("--equal refuses a shard whose images are all bad") {
  const FourShards scene("drop");
  scene.report({"--record-list"}, "sound");
  std::istringstream lines(scene.scratch.read("sound/records.csv"));
  for (std::string line; std::getline(lines, line);) {
    if (line.find("f00-5.tfrec") == std::string::npos) continue;
    const std::size_t comma = line.rfind(',');
    scene.image(line.substr(comma + 1, line.size() - comma - 2), "no image");
  }
  scene.fails({"--max-bad", "5"}, 1, "all 5 images of a shard are bad");
}

TEST_CASE("--equal: a rerun and --overwrite give the bytes of one build") {
  const std::string how = GENERATE("drop", "repeat");
  const FourShards scene(how);
  scene.make_bad(4);
  CHECK(scene.build().exit_code == 1);
  const RunResult again = scene.build({"--max-bad", "1"});
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.err, ContainsSubstring("4 shards are already built"));
  REQUIRE(scene.build({"--max-bad", "1"}, "fresh").exit_code == 0);
  CHECK(scene.files() == scene.files("fresh"));
  scene.image(EqualScene::name_of(4), EqualScene::good(4));
  REQUIRE(scene.build({"--overwrite"}).exit_code == 0);
  fs::remove_all(scene.scratch / "fresh");
  REQUIRE(scene.build({}, "fresh").exit_code == 0);
  CHECK(scene.files() == scene.files("fresh"));
  scene.image(EqualScene::name_of(7), EqualScene::good(99));
  const RunResult changed = scene.build({"--overwrite"});
  CHECK(changed.exit_code == 0);
  CHECK_THAT(changed.err, ContainsSubstring(" already built"));
  fs::remove_all(scene.scratch / "fresh");
  REQUIRE(scene.build({}, "fresh").exit_code == 0);
  CHECK(scene.files() == scene.files("fresh"));
}

TEST_CASE("--equal: a killed build continues to the bytes of one build") {
  const std::string how = GENERATE("drop", "repeat");
  const FourShards scene(how);
  scene.make_bad(4);
  const std::string build = "\"$TFREC\" build images --labels labels.csv --name f --shards 4 --equal " + how +
                            " --max-bad 1 -q -j1 -o out";
  const RunResult killed =
      run_shell(build +
                    " & pid=$!; until [ -e out/.tfrec-build/0.json ] || ! kill -0 $pid 2> "
                    "gone; do :; done; kill -KILL $pid; wait $pid; exit 0",
                scene.scratch);
  CHECK(killed.exit_code == 0);
  REQUIRE(scene.build({"--max-bad", "1"}).exit_code == 0);
  REQUIRE(scene.build({"--max-bad", "1"}, "fresh").exit_code == 0);
  CHECK(scene.files() == scene.files("fresh"));
}

TEST_CASE("--equal: parts of a plan give the bytes of one build") {
  const std::string how = GENERATE("drop", "repeat");
  const FourShards scene(how);
  const bool has_bad = GENERATE(false, true);
  if (has_bad) scene.make_bad(4);
  const Words limit{"--max-bad", "1", "--record-list"};
  REQUIRE(scene.run(Words{"plan", "images", "-o", "p"} + scene.options + limit).exit_code == 0);
  for (const std::string part : {"1/3", "2/3", "3/3"})
    REQUIRE(scene.run({"build", "images", "--plan", "p", "--part", part, "-o", "out"}).exit_code == 0);
  REQUIRE(scene.run({"finish", "p", "-o", "out"}).exit_code == 0);
  REQUIRE(scene.build(limit, "one").exit_code == 0);
  CHECK(scene.files() == scene.files("one"));
  CHECK_THAT(scene.build(limit).out, ContainsSubstring("up to date"));
}

TEST_CASE("--equal: repair makes lost shards again, and --like does not take the option") {
  const std::string how = GENERATE("drop", "repeat");
  const FourShards scene(how);
  scene.make_bad(4);
  REQUIRE(scene.build({"--max-bad", "1"}).exit_code == 0);
  const Files sound = scene.shards();
  for (const auto& [name, bytes] : sound) scene.scratch.write("out/" + name, bytes.substr(0, 200));
  const RunResult repaired =
      scene.run({"repair", "out", "-o", "repaired", "--from", "images", "--labels", "labels.csv"});
  INFO(repaired.err);
  CHECK(repaired.exit_code == 0);
  CHECK(scene.shards("repaired") == sound);
  const RunResult alike = scene.run({"build", "images", "--labels", "labels.csv", "--name", "f", "--like",
                                     "out/manifest.json", "--max-bad", "1", "--shards", "4", "-o", "alike"});
  CHECK(alike.exit_code == 0);
  CHECK_FALSE(scene.manifest("alike")["options"].contains("equal"));
}

TEST_CASE("--equal: reshard takes the records of such a set, the repeated ones too") {
  const FourShards scene("repeat");
  REQUIRE(scene.build().exit_code == 0);
  REQUIRE(scene.run({"reshard", "out", "-o", "new", "--shards", "3"}).exit_code == 0);
  CHECK(scene.manifest("new")["records"] == 24);
  CHECK_FALSE(scene.manifest("new")["options"].contains("equal"));
  CHECK(scene.run({"verify", "new"}).exit_code == 0);
}
