// SPDX-License-Identifier: Apache-2.0
// A set whose build was killed while its files were given their names: shards, no manifest, a journal.

#include <csignal>

#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/failing_calls.hpp"

using namespace tfrec::test;

namespace {

const std::string k_problem =
    "out: is an unfinished set: 2 of 7 files have their names; run the `tfrec build` or `tfrec finish` that "
    "writes it "
    "again, which completes it\n";

/// Killed when it gives the third of six files its name.
class Scene : public BuildScene {
 public:
  Scene() : BuildScene({"--name", "f", "-q", "--split", "train=0.5,val=0.5", "--shards", "2"}) {
    images(8, {"a/", "b/"}, 12);
    kill_at({"rename", 1, k_kill, false, "out/val/f00-2.tfrec"});
  }
  void kill_at(const Fault& fault, const Words& more = {}) const {
    const Words words = Words{"build", "images", "-o", "out"} + options + more;
    REQUIRE(run_tfrec(words, in(scratch, environment_of(fault, scratch))).exit_code == 128 + SIGKILL);
  }
};

}  // namespace

TEST_CASE("verify, count and inspect report a set whose build was killed while publishing",
          "[no-sanitizer]") {
  const Scene scene;
  for (const char* path : {"out", "out/train", "out/train/f00-2.tfrec"}) {
    INFO(path);
    const RunResult verified = scene.run({"verify", "-q", path});
    CHECK(verified.exit_code == 1);
    CHECK_THAT(verified.out, ContainsSubstring(k_problem));
    CHECK_THAT(verified.out, ContainsSubstring("bad: 1 problem"));
    CHECK_THAT(verified.err, !ContainsSubstring("ok"));
    const RunResult counted = scene.run({"count", path});
    CHECK(counted.exit_code == 1);
    CHECK_THAT(counted.out, ContainsSubstring("f00-2.tfrec"));
    CHECK_THAT(counted.err, ContainsSubstring("tfrec: error: "));
    CHECK_THAT(counted.err, ContainsSubstring(k_problem));
    const RunResult inspected = scene.run({"inspect", path});
    CHECK(inspected.exit_code == 1);
    CHECK_THAT(inspected.out, ContainsSubstring("image"));
    CHECK_THAT(inspected.err, ContainsSubstring(k_problem));
  }
  const auto json = Json::parse(scene.run({"verify", "--json", "out"}).out);
  CHECK(json["ok"] == false);
  CHECK(json["problems"][0]["kind"] == "unfinished");
  // Of a folder above both are seen, the unfinished one by its journal alone.
  CHECK(scene.run({"verify", "-q", "."}).exit_code == 1);
}

TEST_CASE("An unfinished set is reported, too, where a link leads to a folder of it", "[no-sanitizer]") {
  const Scene scene;
  fs::create_directory_symlink("out/train", scene.scratch / "link");
  const RunResult verified = scene.run({"verify", "-q", "link"});
  CHECK(verified.exit_code == 1);
  CHECK_THAT(verified.out, ContainsSubstring("is an unfinished set: 2 of 7 files have their names"));
}

TEST_CASE("reshard, repair and extract refuse an unfinished set, index warns of it", "[no-sanitizer]") {
  const Scene scene;
  for (const char* command : {"reshard", "repair", "extract"}) {
    const RunResult result = scene.run({command, "out", "-o", "new", "-q"});
    INFO(command);
    CHECK(result.exit_code == 1);
    CHECK(result.out.empty());
    CHECK(result.err == "tfrec: error: " + k_problem);
    CHECK_FALSE(fs::exists(scene.scratch / "new"));
  }
  const RunResult indexed = scene.run({"index", "out"});
  CHECK(indexed.exit_code == 0);
  CHECK_THAT(indexed.err, ContainsSubstring("tfrec: warning: " + k_problem));
}

TEST_CASE("The build that is named completes the unfinished set, and nothing is reported then",
          "[no-sanitizer]") {
  const Scene scene;
  CHECK(scene.build().exit_code == 0);
  CHECK(scene.run({"verify", "-q", "out"}).exit_code == 0);
  CHECK(scene.run({"count", "out"}).exit_code == 0);
}

TEST_CASE("A set whose replacement was killed while publishing is reported, with or without its old manifest",
          "[no-sanitizer]") {
  const Scene scene;
  REQUIRE(scene.build().exit_code == 0);
  // Before the old manifest goes.
  const Words replace{"--seed", "7", "--overwrite"};
  scene.kill_at({"rename", 1, k_kill, false, "out/.tfrec-build/publication.json"}, replace);
  CHECK(scene.run({"verify", "-q", "out"}).exit_code == 0);  // nothing has begun
  scene.kill_at({"unlink", 1, k_kill, false, "out/manifest.json"}, replace);
  CHECK(fs::exists(scene.scratch / "out/manifest.json"));
  CHECK_THAT(scene.run({"verify", "-q", "out"}).out, ContainsSubstring("out: is an unfinished set: 0 of 7"));
  CHECK(scene.build(replace).exit_code == 0);
  CHECK(scene.run({"verify", "-q", "out"}).exit_code == 0);
}
