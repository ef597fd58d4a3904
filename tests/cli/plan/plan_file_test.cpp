// SPDX-License-Identifier: Apache-2.0
// A set built in parts from a plan: `plan -o`, `build --plan --part`, `finish`.
#include "support/check_error.hpp"
#include "support/scenes/flowers.hpp"
#include "support/scenes/parts.hpp"

using namespace tfrec::test;

TEST_CASE("A plan that was cut short or changed anywhere is refused") {
  const Parts scene;
  REQUIRE(scene.plan({"--labels", "labels.csv", "--allow-missing-images"}).exit_code == 0);
  const std::string sound = scene.scratch.read("set.plan");
  const auto check_refused = [&](const std::string& content) {
    scene.scratch.write("set.plan", content);
    const RunResult result = scene.finish();
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: set.plan: "));
    CHECK_FALSE(fs::exists(scene.scratch / "out"));
  };
  for (std::size_t i = 0; i < 30; ++i) {
    const std::size_t at = i * sound.size() / 30;
    INFO(at);
    check_refused(sound.substr(0, at));
    std::string changed = sound;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    check_refused(changed);
  }
  check_refused(sound + sound);
  check_refused("id,class\n");
}

TEST_CASE("A part into a folder with an unfinished build, or parts, of another set") {
  const Parts scene;
  scene.make_part("1/2", {"--seed", "1"});
  REQUIRE(scene.plan({"--seed", "2"}).exit_code == 0);
  const RunResult part = scene.part("2/2");
  CHECK(part.exit_code == 2);
  CHECK_THAT(part.err, ContainsSubstring("out: contains an unfinished build of another set: its seed was 1"));
  const RunResult finish = scene.finish();
  CHECK(finish.exit_code == 2);
  CHECK_THAT(finish.err, ContainsSubstring("out: contains parts of another plan: its seed was 1"));
  const RunResult build = scene.build({"--seed", "2"});
  CHECK(build.exit_code == 2);
  // The one build of the same plan goes on with the parts.
  const RunResult same = scene.build({"--seed", "1"});
  CHECK(same.exit_code == 0);
  CHECK_THAT(same.err, ContainsSubstring("3 shards are already built"));
  scene.is_as_one_build({"--seed", "1"});
}

TEST_CASE("A part of a folder that does not exist was an error of the machine") {
  const Parts scene;
  REQUIRE(scene.plan({"--test", "unseen"}).exit_code == 0);
  const auto check_refused = [&](const std::string& folder, const std::string& message) {
    const Words part{"--plan", "set.plan", "--part", "1/1", "-o", "out"};
    const std::string error = "tfrec: error: " + folder + ": " + message + "\n";
    check_error(scene.run(Words{"build", folder, "--test", "unseen"} + part), 2, error);
    check_error(scene.run(Words{"build", "images", "--test", folder} + part), 2, error);
    const RunResult whole = scene.run({"build", folder, "-o", "whole", "-q"});
    CHECK(whole.exit_code == 2);
    CHECK(whole.err == error);
  };
  check_refused("nowhere", "no such folder");
  check_refused("labels.csv",
                "is not a folder of images\ntfrec: hint: a table is given as --labels labels.csv");
  CHECK_FALSE(fs::exists(scene.scratch / "out"));
}

TEST_CASE("plan -o replaces a plan, and nothing else") {
  const Parts scene;
  REQUIRE(scene.plan({"--seed", "1"}).exit_code == 0);
  CHECK(scene.plan({"--seed", "2"}).exit_code == 0);
  scene.scratch.write("set.plan", "id,class\n");
  const RunResult refused = scene.plan();
  CHECK(refused.exit_code == 2);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err, ContainsSubstring("set.plan: is there already, and is not a plan"));
  CHECK(scene.scratch.read("set.plan") == "id,class\n");
  CHECK(scene.run({"plan", "images", "-o", "images"}).exit_code == 2);
}

TEST_CASE("A plan that can't be written is reported by its own name, and leaves nothing") {
  const Parts scene;
  const RunResult result = run_shell(
      "trap '' XFSZ; ulimit -f 1; exec \"$TFREC\" plan images --labels labels.csv "
      "--allow-missing-images -q -o set.plan",
      scene.scratch);
  CHECK(result.exit_code == 3);
  CHECK(result.err ==
        "tfrec: warning: 1 of 20 rows has no image and is left out: labels.csv:21: no image for 'gone.jpg'; "
        "the set's left-out.csv lists them\n"
        "tfrec: error: set.plan: cannot write: File too large\n");
  for (const auto& entry : fs::directory_iterator(scene.scratch.path()))
    CHECK(entry.path().filename().string().find("set.plan") == std::string::npos);
}

TEST_CASE("Usage of --plan and --part") {
  const Parts scene;
  REQUIRE(scene.plan({"--labels", "labels.csv", "--allow-missing-images", "--test", "unseen"}).exit_code ==
          0);
  const auto check_usage = [](const RunResult& result, const std::string& text) {
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, ContainsSubstring(text));
  };
  check_usage(scene.part("3/2"), "is not I/N");
  check_usage(scene.part("1/2"), "the plan has a split from --test: also give --test IMAGES");
  check_usage(scene.part("1/2", {"--quality", "90"}), "--quality and --plan can't be used together");
  check_usage(scene.run({"build", "images", "--plan", "set.plan", "-o", "out"}), "--plan needs --part");
  check_usage(scene.run({"build", "images", "--part", "1/2", "-o", "out"}), "--part needs --plan");
  check_usage(scene.run({"finish", "none.plan", "-o", "out"}), "none.plan: does not exist");
  const RunResult json = scene.part("1/3", {"--test", "unseen", "--json"});
  CHECK(json.exit_code == 0);
  CHECK_THAT(json.out, Catch::StartsWith("{\n  \"part\": 1,\n  \"parts\": 3,\n  \"plan\": \""));
  CHECK_THAT(json.out, ContainsSubstring("\"shard\": 4,\n      \"split\": \"test\",\n      \"records\": 3"));
}

TEST_CASE("A part into a link that leads nowhere is a usage error") {
  const Parts scene;
  REQUIRE(scene.plan().exit_code == 0);
  fs::create_symlink("nowhere", scene.scratch / "out");
  const RunResult result = scene.part("1/1");
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: out: is a broken link"));
}

TEST_CASE("A large file that is no plan is reported at once, not searched for records") {
  const Parts scene;
  scene.scratch.write("set.plan", "");
  fs::resize_file(scene.scratch / "set.plan", std::uintmax_t{1} << 40);  // a hole: takes no space
  for (const RunResult& result : {scene.part("1/1"), scene.finish()}) {
    CHECK(result.exit_code == 1);
    CHECK(result.out.empty());
    CHECK_THAT(result.err,
               Catch::StartsWith("tfrec: error: set.plan: is damaged at byte 0, or no plan of tfrec"));
  }
  CHECK(scene.plan().exit_code == 2);
}

TEST_CASE("An image that is gone since the plan was made is reported as such") {
  const Parts scene;
  REQUIRE(scene.plan().exit_code == 0);
  fs::path gone;
  for (const auto& entry : fs::recursive_directory_iterator(scene.scratch / "images"))
    if (entry.is_regular_file()) gone = entry.path();
  fs::remove(gone);
  const RunResult refused = scene.part("1/1");
  CHECK(refused.exit_code == 1);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err, ContainsSubstring("does not exist, but did when the plan was made"));
  CHECK_THAT(refused.err, ContainsSubstring("hint: put it back, or make the plan again\n"));
}

TEST_CASE("plan -o prints what it wrote and the commands that build it") {
  const Flowers flowers;
  const RunResult planned = flowers.run({"plan", "images", "--labels", "labels.csv", "-o", "shards"});
  CHECK(planned.exit_code == 0);
  CHECK_THAT(planned.out,
             ContainsSubstring("written  shards\n"
                               "next     build each part, here 1 of 1: tfrec build images --plan shards "
                               "--part 1/1 -o OUT\n"
                               "         then complete the set: tfrec finish shards -o OUT\n"));
  for (const Words& words : {Words{"build", "images", "--labels", "labels.csv", "-o", "shards"},
                             Words{"build", "images", "--plan", "shards", "--part", "1/1", "-o", "shards"}}) {
    const RunResult refused = flowers.run(words);
    CHECK(refused.exit_code == 2);
    CHECK(refused.out.empty());
    CHECK(
        refused.err ==
        "tfrec: error: shards: is a plan file, not a folder\n"
        "tfrec: hint: build the plan: tfrec build images --plan shards --part 1/1 -o OUT; for a set without "
        "this plan: another -o, or remove the file\n");
  }
}
