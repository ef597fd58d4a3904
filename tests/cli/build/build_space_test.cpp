// SPDX-License-Identifier: Apache-2.0
// Disks that are too small, mounted for the test.
#include "support/scenes/build_scene.hpp"
#include "support/small_disk.hpp"

using namespace tfrec::test;

namespace {

constexpr std::uint64_t k_page = 4096;

std::uint64_t total_bytes(const Files& files) {
  std::uint64_t bytes = 0;
  for (const auto& [name, content] : files) bytes += content.size();
  return bytes;
}

constexpr const char* k_build = "\"$TFREC\" build images -o out --name f -j2 --shards 8 >> log";

}  // namespace

TEST_CASE("A disk too small for the prediction: exit 3 before the main pass, both figures, nothing made") {
  if (!has_small_disks()) return;
  const BuildScene scene;
  scene.images(60, {""}, 200);
  const RunResult result = run_on_small_disk(
      "disk", 40 * k_page,
      "cd disk; \"$TFREC\" build ../images -o a/b --name f -q || code=$?; ls -A; exit $code",
      in(scene.scratch));
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: a/b: about "));
  CHECK_THAT(result.err,
             ContainsSubstring(" are needed, 160 kB are free on its file system\n"
                               "tfrec: hint: free some space, or use -o with a folder on another disk"));
}

TEST_CASE(
    "A disk that runs full during the build: exit 3, nothing published, and with more space it is "
    "completed") {
  if (!has_small_disks()) return;
  const BuildScene scene;
  scene.images(60, {""}, 200);
  const RunResult whole =
      run_on_small_disk("out", 64'000'000, std::string(k_build) + "; cp -r out whole", in(scene.scratch));
  REQUIRE(whole.exit_code == 0);
  const auto expected = scene.files("whole");
  // Within what a prediction may be off, so that it is tried.
  const std::uint64_t bytes = total_bytes(expected) * 95 / 100 / k_page * k_page;
  const RunResult result = run_on_small_disk(
      "out", bytes,
      std::string(k_build) + " || code=$?; cp -r out full; mount -o remount,size=64m out; " + k_build +
          "; cp -r out completed; exit $code",
      in(scene.scratch));
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("tfrec: warning: out: about "));
  CHECK_THAT(result.err, ContainsSubstring("tfrec: error: out/.tfrec-build/"));
  CHECK_THAT(result.err,
             ContainsSubstring("cannot write: No space left on device\ntfrec: hint: free some space"));
  for (const auto& [name, content] : scene.files("full"))
    CHECK_THAT(name, Catch::StartsWith(".tfrec-build/"));
  CHECK(scene.files("completed") == expected);
}

TEST_CASE("A disk without room for another file: exit 3, nothing published") {
  if (!has_small_disks()) return;
  const BuildScene scene;
  scene.images(8, {""}, 200);
  const RunResult result = run_on_small_disk(
      "out", 64'000'000,
      "mount -o remount,nr_inodes=6 out; " + std::string(k_build) + " || code=$?; cp -r out full; exit $code",
      in(scene.scratch));
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("No space left on device"));
  for (const auto& [name, content] : scene.files("full"))
    CHECK_THAT(name, Catch::StartsWith(".tfrec-build/"));
}
