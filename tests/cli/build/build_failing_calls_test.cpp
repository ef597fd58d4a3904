// SPDX-License-Identifier: Apache-2.0
// Each call that writes below OUT fails once, one after the other through a whole build, or the build is
// killed there. Without tests/faults/fail_calls.cpp (sanitizers bring their own preloaded library) there is
// nothing to run.

#include <algorithm>
#include <array>
#include <csignal>
#include <regex>
#include <sstream>
#include <system_error>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/failing_calls.hpp"

using namespace tfrec::test;

namespace {

constexpr std::array k_reasons{ENOSPC, EIO, EDQUOT, EROFS};
constexpr const char* k_journal = "out/.tfrec-build/publication.json";

/// Twelve images in three classes, one of them cut short, and what an undisturbed build makes of them.
class Scene : public BuildScene {
 public:
  Scene() : BuildScene({"--name", "f", "-j2", "--max-bad", "1", "-q"}) {
    images(12, {"a/", "b/", "c/"});
    const std::string whole = scratch.read("images/c/5.jpg");
    image("c/5.jpg", whole.substr(0, whole.size() / 2));
    REQUIRE(build(k_three, "undisturbed").exit_code == 0);
    undisturbed = published("undisturbed");
    REQUIRE(undisturbed.size() == 7);  // three shards, classes.txt, label_map.pbtxt, bad.csv, manifest.json
  }

  RunResult run_with(const Fault& fault, const Words& more = k_three) const {
    fs::remove(scratch / "failed");
    return run_tfrec(Words{"build", "images", "-o", "out"} + options + more,
                     in(scratch, environment_of(fault, scratch)));
  }

  /// The paths of the calls that failed in the last run, as the command line names them.
  Words failed_paths() const {
    Words paths;
    if (!fs::exists(scratch / "failed")) return paths;
    std::istringstream lines(scratch.read("failed"));
    for (std::string line; std::getline(lines, line);) {
      line = fs::relative(line, scratch.path()).generic_string();
      paths.push_back(std::regex_replace(line, std::regex("\\.tmp[0-9]+-[0-9a-f]+$"), ""));
    }
    return paths;
  }

  /// What is in a folder under final names.
  Files published(const std::string& folder = "out") const {
    Files found = files(folder);
    std::erase_if(found, [](const auto& file) { return file.first.starts_with(".tfrec-build/"); });
    return found;
  }

  static inline const Words k_three{"--shards", "3"};
  static inline const Words k_replace{"--shards", "3", "--overwrite"};
  static inline const Words k_earlier{"--shards", "2", "--quality", "50"};
  Files undisturbed;
};

/// The message names what failed and why.
void check_message(const Scene& scene, const Fault& fault, const RunResult& result) {
  const std::string reason = std::generic_category().message(fault.reason);
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("tfrec: error: " + scene.failed_paths().front() + ": cannot "));
  CHECK_THAT(result.err, ContainsSubstring(": " + reason));
}

/// A manifest means that all is there; files without one mean that a journal records how it goes on.
void check_nothing_torn(const Scene& scene, const Files& earlier = {}) {
  const Files left = scene.published();
  if (left.contains("manifest.json")) {
    CHECK((left == scene.undisturbed || left == earlier));
  } else if (!left.empty()) {
    CHECK(fs::exists(scene.scratch / k_journal));
  }
}

/// The same command again, without a fault.
void check_next_build(const Scene& scene) {
  if (!fs::exists(scene.scratch / "out")) return;  // as if nothing had ever run
  const RunResult again = scene.build(Scene::k_three);
  CHECK(again.exit_code == 0);
  CHECK(scene.published() == scene.undisturbed);
  CHECK_FALSE(fs::exists(scene.scratch / "out/.tfrec-build"));
}

/// Lets the first, second, … call fail until a build gets through unharmed; returns how many there were.
int fail_each(const Scene& scene, Fault fault) {
  for (;; ++fault.at) {
    fault.reason = k_reasons[static_cast<std::size_t>(fault.at) % k_reasons.size()];
    fs::remove_all(scene.scratch / "out");
    const RunResult result = scene.run_with(fault);
    const Words failed = scene.failed_paths();
    if (failed.empty()) {
      CHECK(result.exit_code == 0);
      CHECK(scene.published() == scene.undisturbed);
      return fault.at - 1;
    }
    INFO(fault.call << " number " << fault.at << " (" << failed.front() << ") fails: " << result.err);
    check_message(scene, fault, result);
    check_nothing_torn(scene);
    check_next_build(scene);
  }
}

}  // namespace

TEST_CASE(
    "Each call that writes below OUT may fail: exit 3, nothing torn, and the next build completes the set",
    "[no-sanitizer]") {
  const Scene scene;
  CHECK(fail_each(scene, {"write", 1}) >= 7);   // shards, classes, bad.csv, manifest, journal
  CHECK(fail_each(scene, {"fsync", 1}) >= 13);  // the same, and folders
  CHECK(fail_each(scene, {"close", 1}) >= 7);
  CHECK(fail_each(scene, {"rename", 1}) >= 10);
  CHECK(fail_each(scene, {"open", 1}) >= 8);
  CHECK(fail_each(scene, {"mkdir", 1}) == 2);
}

TEST_CASE("A disk that stays broken: exit 3, nothing torn, and the next build completes the set",
          "[no-sanitizer]") {
  const Scene scene;
  CHECK(fail_each(scene, {"write", 1, EIO, true}) >= 7);
  CHECK(fail_each(scene, {"rename", 1, EIO, true}) >= 10);
}

TEST_CASE(
    "While a set replaces another, each call may fail: the old one, the new one, or none shows a manifest",
    "[no-sanitizer]") {
  const Scene scene;
  const std::string call = GENERATE("unlink", "rename", "fsync");
  for (Fault fault{call, 1, EIO};; ++fault.at) {
    fs::remove_all(scene.scratch / "out");
    REQUIRE(scene.build(Scene::k_earlier).exit_code == 0);
    const Files earlier = scene.published();
    const RunResult result = scene.run_with(fault, Scene::k_replace);
    if (scene.failed_paths().empty()) {
      CHECK(result.exit_code == 0);
      CHECK(fault.at > 4);
      break;
    }
    INFO(call << " number " << fault.at << " (" << scene.failed_paths().front() << ") fails: " << result.err);
    check_message(scene, fault, result);
    check_nothing_torn(scene, earlier);
    CHECK(scene.build(Scene::k_replace).exit_code == 0);
    CHECK(scene.published() == scene.undisturbed);
  }
}

TEST_CASE("Killed at any call that writes: the next build ends with the same bytes and no stray file",
          "[no-sanitizer]") {
  const Scene scene;
  const auto [call, step] = GENERATE(table<std::string, int>({{"rename", 2}, {"fsync", 4}, {"write", 3}}));
  int kills = 0;
  for (Fault fault{call, 1, k_kill};; fault.at += step, ++kills) {
    fs::remove_all(scene.scratch / "out");
    const RunResult result = scene.run_with(fault);
    if (scene.failed_paths().empty()) break;
    INFO("killed at " << call << " number " << fault.at << " (" << scene.failed_paths().front() << ")");
    CHECK(result.exit_code == 128 + SIGKILL);
    check_nothing_torn(scene);
    check_next_build(scene);
  }
  CHECK(kills > 3);
}

TEST_CASE("Killed while a set replaces another: the next build with --overwrite completes it",
          "[no-sanitizer]") {
  const Scene scene;
  int kills = 0;
  for (Fault fault{"unlink", 1, k_kill};; ++fault.at, ++kills) {
    fs::remove_all(scene.scratch / "out");
    REQUIRE(scene.build(Scene::k_earlier).exit_code == 0);
    scene.run_with(fault, Scene::k_replace);
    if (scene.failed_paths().empty()) break;
    INFO("killed at unlink number " << fault.at << " (" << scene.failed_paths().front() << ")");
    CHECK(scene.build(Scene::k_replace).exit_code == 0);
    CHECK(scene.published() == scene.undisturbed);
    CHECK_FALSE(fs::exists(scene.scratch / "out/.tfrec-build"));
  }
  CHECK(kills > 3);
}

TEST_CASE("File systems without hard links or locks take the same set", "[no-sanitizer]") {
  const Scene scene;
  for (const Fault& fault : {Fault{"link", 1, EXDEV, true},
                             {"link", 1, EPERM, true},
                             {"link", 1, EMLINK},
                             {"flock", 1, ENOSYS, true},
                             {"flock", 1, ENOLCK, true}}) {
    fs::remove_all(scene.scratch / "out");
    REQUIRE(scene.build(Scene::k_three).exit_code == 0);
    // Of a changed set the other shards are linked.
    const std::string changed = jpeg_image(16, 16, 99);
    const std::string before = scene.scratch.read("images/a/0.jpg");
    scene.image("a/0.jpg", changed);
    INFO(fault.call << " " << fault.reason);
    const RunResult result = scene.run_with(fault, Scene::k_replace);
    CHECK(result.exit_code == 0);
    CHECK_FALSE(scene.failed_paths().empty());
    scene.image("a/0.jpg", before);
    CHECK(scene.build(Scene::k_replace).exit_code == 0);
    CHECK(scene.published() == scene.undisturbed);
  }
}

TEST_CASE("A file system that syncs no file that is only read takes a shard of several windows",
          "[no-sanitizer]") {
  Scene scene;
  fs::remove_all(scene.scratch / "images");
  scene.image("a/large.ppm", ppm_image(3000, 3000));
  const Words raw{"--shards", "1", "--layout", "raw"};
  for (const int reason : {EBADF, EINVAL, EROFS}) {
    INFO(reason);
    fs::remove_all(scene.scratch / "out");
    const RunResult result = scene.run_with({"fdatasync", 1, reason, true}, raw);
    CHECK(result.exit_code == 0);
    CHECK(result.err.find("sync") == std::string::npos);
    CHECK(scene.failed_paths().size() == 1);
  }
  fs::remove_all(scene.scratch / "out");
  const RunResult broken = scene.run_with({"fdatasync", 1, EIO, true}, raw);
  CHECK(broken.exit_code == 3);
  CHECK_THAT(broken.err, ContainsSubstring("cannot sync: Input/output error"));
}

TEST_CASE("An image that can't be read is the machine's failure, not a bad image", "[no-sanitizer]") {
  const Scene scene;
  const Fault fault{"pread", 1, EIO, false, "images"};
  const RunResult result = scene.run_with(fault);
  check_message(scene, fault, result);
  CHECK_FALSE(fs::exists(scene.scratch / "out"));
}

TEST_CASE("A shard that reads back different bytes than were written: exit 3, named, nothing published",
          "[no-sanitizer]") {
  const Scene scene;
  const Fault fault{"pread", 1, k_changed, false, "out/.tfrec-build"};
  const RunResult result = scene.run_with(fault);
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err,
             Catch::StartsWith("tfrec: error: " + scene.failed_paths().front() +
                               ": reads back different bytes than were written: the disk, its cable or"));
  CHECK(scene.published().empty());
  check_next_build(scene);
  fs::remove_all(scene.scratch / "out");
  CHECK(scene.run_with(fault, {"--shards", "3", "--no-reread"}).exit_code == 0);
  CHECK(scene.published() == scene.undisturbed);
}

TEST_CASE("Interrupted calls and short ones are carried on", "[no-sanitizer]") {
  const Scene scene;
  for (const Fault& fault : {Fault{"write", 1, EINTR},
                             {"write", 1, 0, true},
                             {"pread", 1, EINTR, false, "images"},
                             {"pread", 1, k_short, true, "images"}}) {
    fs::remove_all(scene.scratch / "out");
    INFO(fault.call << " " << fault.reason);
    const RunResult result = scene.run_with(fault);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK_FALSE(scene.failed_paths().empty());
    CHECK(scene.published() == scene.undisturbed);
  }
}
