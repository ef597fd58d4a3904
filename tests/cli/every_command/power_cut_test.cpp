// SPDX-License-Identifier: Apache-2.0
// What has to be on the disk before something else happens; tests/powercut tries what a disk may leave
// otherwise.
#include <csignal>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/failing_calls.hpp"

using namespace tfrec::test;

namespace {

/// Kills the command where it syncs something below a folder.
RunResult killed_at_sync(const BuildScene& scene, const Words& command, const std::string& under,
                         int at = 1) {
  return run_tfrec(command,
                   in(scene.scratch, environment_of({"fsync", at, k_kill, false, under}, scene.scratch)));
}

}  // namespace

TEST_CASE(
    "A power cut after the end of a build lost the set: nobody had synced the folders that OUT was made in",
    "[no-sanitizer]") {
  const BuildScene scene;
  scene.images(2);
  fs::create_directory(scene.scratch / "made");
  const Words build{"build", "images", "-o", "made/new/out", "-q"};
  CHECK(killed_at_sync(scene, build, "made", 1).exit_code == 128 + SIGKILL);
  CHECK(scene.scratch.read("failed") == (scene.scratch / "made/new").string() + "\n");
  fs::remove_all(scene.scratch / "made/new");
  fs::remove(scene.scratch / "failed");
  CHECK(killed_at_sync(scene, build, "made", 2).exit_code == 128 + SIGKILL);
  CHECK(scene.scratch.read("failed") == (scene.scratch / "made").string() + "\n");
}

TEST_CASE("extract --overwrite: a power cut left torn images, for they took the names of others unsynced",
          "[no-sanitizer]") {
  const BuildScene scene;
  scene.images(2);
  REQUIRE(scene.build({"-q"}, "set").exit_code == 0);
  REQUIRE(scene.build({"-q", "--quality", "50"}, "other").exit_code == 0);
  REQUIRE(scene.run({"extract", "set", "-o", "out", "-q"}).exit_code == 0);
  const Files before = scene.files("out/images");
  const RunResult result =
      killed_at_sync(scene, {"extract", "other", "-o", "out", "-q", "--overwrite"}, "out", 3);
  CHECK(result.exit_code == 128 + SIGKILL);
  CHECK(scene.files("out/images") == before);
  CHECK_FALSE(fs::exists(scene.scratch / "out/labels.csv"));
}

TEST_CASE("extract --overwrite: a power cut left labels.csv, which means complete, without its metadata.csv",
          "[no-sanitizer]") {
  const BuildScene scene;
  scene.images(2);
  REQUIRE(scene.build({"-q"}, "set").exit_code == 0);
  const Words extract{"extract", "set", "-o", "out", "-q", "--metadata"};
  REQUIRE(scene.run(extract).exit_code == 0);
  CHECK(killed_at_sync(scene, extract + Words{"--overwrite"}, "out", 2).exit_code == 128 + SIGKILL);
  CHECK_FALSE(fs::exists(scene.scratch / "out/labels.csv"));
  CHECK(fs::exists(scene.scratch / "out/metadata.csv"));
}

TEST_CASE("finish: a power cut left shards of parts that no later run removed, for their plan was gone",
          "[no-sanitizer]") {
  const BuildScene scene;
  scene.images(4);
  REQUIRE(scene.run(Words{"plan", "images", "-o", "p", "-q", "--shards", "2"} + scene.options).exit_code ==
          0);
  REQUIRE(scene.run({"build", "images", "--plan", "p", "--part", "1/1", "-o", "part", "-q"}).exit_code == 0);
  const Words finish{"finish", "p", "part", "-o", "out", "-q"};
  CHECK(killed_at_sync(scene, finish, "part").exit_code == 128 + SIGKILL);
  CHECK(fs::exists(scene.scratch / "part/.tfrec-build/planned.json"));
  fs::remove(scene.scratch / "part/.tfrec-build/planned.json");  // of what is removed now, some lasts
  CHECK(scene.run(finish).exit_code == 0);
  CHECK(scene.files("part").empty());
}
