// SPDX-License-Identifier: Apache-2.0
// Each call that writes below OUT fails once, one after the other through a whole build, or the build is
// killed there. Without tests/faults/fail_calls.cpp (sanitizers bring their own preloaded library) there is
// nothing to run.
#ifdef TFREC_FAIL_CALLS

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace fs = std::filesystem;
using tfrec::test::jpeg_image;
using tfrec::test::run_tfrec;
using tfrec::test::RunResult;
using tfrec::test::RunSettings;
using tfrec::test::ScratchFolder;

namespace {

using Files = std::map<std::string, std::string>;

constexpr std::array k_reasons{ENOSPC, EIO, EDQUOT, EROFS};
constexpr int k_kill = -1;
constexpr int k_short = -2;
constexpr int k_flipped = -3;
constexpr const char* k_journal = "out/.tfrec-build/publication.json";

struct Fault {
  std::string call;
  int at = 1;
  int reason = EIO;
  bool ever = false;
  std::string under = "out";
};

/// Twelve images in three classes, one of them cut short, and what an undisturbed build makes of them.
class Scene {
 public:
  Scene() {
    for (int i = 0; i < 12; ++i) {
      std::string image = jpeg_image(16 + i, 16, static_cast<unsigned>(i));
      if (i == 5) image.resize(image.size() / 2);
      scratch.write(
          "images/" + std::string(1, static_cast<char>('a' + i % 3)) + "/" + std::to_string(i) + ".jpg",
          image);
    }
    REQUIRE(run("undisturbed", {}).exit_code == 0);
    undisturbed = files("undisturbed");
    REQUIRE(undisturbed.size() == 6);  // three shards, classes.txt, bad.csv, manifest.json
  }

  RunResult run(const std::string& out, std::vector<std::string> environment,
                const std::vector<std::string>& more = {}) const {
    RunSettings settings = in(scratch);
    settings.environment = std::move(environment);
    std::vector<std::string> arguments{"build", "images", "-o",        out, "--name",
                                       "f",     "-j2",    "--max-bad", "1", "-q"};
    if (std::find(more.begin(), more.end(), "--shards") == more.end()) {
      arguments.insert(arguments.end(), {"--shards", "3"});
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tfrec(arguments, settings);
  }

  RunResult run_with(const Fault& fault, const std::vector<std::string>& more = {}) const {
    fs::remove(scratch / "failed");
    return run(
        "out",
        {"LD_PRELOAD=" TFREC_FAIL_CALLS, "TFREC_FAIL_CALL=" + fault.call,
         "TFREC_FAIL_AT=" + std::to_string(fault.at), "TFREC_FAIL_ERRNO=" + std::to_string(fault.reason),
         "TFREC_FAIL_UNDER=" + (scratch / fault.under).string(),
         "TFREC_FAIL_LOG=" + (scratch / "failed").string(), fault.ever ? "TFREC_FAIL_EVER=1" : "NO=1"},
        more);
  }

  /// The paths of the calls that failed in the last run, as the command line names them.
  std::vector<std::string> failed_paths() const {
    std::vector<std::string> paths;
    if (!fs::exists(scratch / "failed")) return paths;
    std::istringstream lines(scratch.read("failed"));
    for (std::string line; std::getline(lines, line);) {
      line = fs::relative(line, scratch.path()).generic_string();
      paths.push_back(std::regex_replace(line, std::regex("\\.tmp[0-9]+-[0-9a-f]+$"), ""));
    }
    return paths;
  }

  /// What stands in a folder under final names.
  Files files(const std::string& folder) const {
    Files found;
    if (!fs::exists(scratch / folder)) return found;
    for (auto entry = fs::recursive_directory_iterator(scratch / folder); entry != fs::end(entry); ++entry) {
      if (entry->path().filename() == ".tfrec-build") entry.disable_recursion_pending();
      if (!entry->is_regular_file()) continue;
      const std::string name = fs::relative(entry->path(), scratch / folder).generic_string();
      found[name] = scratch.read(folder + "/" + name);
    }
    return found;
  }

  ScratchFolder scratch;
  Files undisturbed;
};

/// The message names what failed and why.
void check_message(const Scene& scene, const Fault& fault, const RunResult& result) {
  const std::string reason = std::generic_category().message(fault.reason);
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: " + scene.failed_paths().front() + ": cannot "));
  CHECK_THAT(result.err, Catch::ContainsSubstring(": " + reason));
}

/// A manifest means that all is there; files without one mean that a journal says how it goes on.
void check_nothing_torn(const Scene& scene, const Files& earlier = {}) {
  const Files left = scene.files("out");
  if (left.contains("manifest.json")) {
    CHECK((left == scene.undisturbed || left == earlier));
  } else if (!left.empty()) {
    CHECK(fs::exists(scene.scratch / k_journal));
  }
}

/// The same command again, without a fault.
void check_next_build(const Scene& scene) {
  if (!fs::exists(scene.scratch / "out")) return;  // as if nothing had ever run
  const RunResult again = scene.run("out", {});
  CHECK(again.exit_code == 0);
  CHECK(scene.files("out") == scene.undisturbed);
  CHECK_FALSE(fs::exists(scene.scratch / "out/.tfrec-build"));
}

/// Lets the first, second, … call fail until a build gets through unharmed; returns how many there were.
int fail_each(const Scene& scene, Fault fault) {
  for (;; ++fault.at) {
    fault.reason = k_reasons[static_cast<std::size_t>(fault.at) % k_reasons.size()];
    fs::remove_all(scene.scratch / "out");
    const RunResult result = scene.run_with(fault);
    const std::vector<std::string> failed = scene.failed_paths();
    if (failed.empty()) {
      CHECK(result.exit_code == 0);
      CHECK(scene.files("out") == scene.undisturbed);
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
    "Each call that writes below OUT may fail: exit 3, nothing torn, and the next build completes the set") {
  const Scene scene;
  CHECK(fail_each(scene, {"write", 1}) >= 7);   // shards, classes, bad.csv, manifest, journal
  CHECK(fail_each(scene, {"fsync", 1}) >= 13);  // the same, and folders
  CHECK(fail_each(scene, {"close", 1}) >= 7);
  CHECK(fail_each(scene, {"rename", 1}) >= 10);
  CHECK(fail_each(scene, {"open", 1}) >= 8);
  CHECK(fail_each(scene, {"mkdir", 1}) == 2);
}

TEST_CASE("A disk that stays broken: exit 3, nothing torn, and the next build completes the set") {
  const Scene scene;
  CHECK(fail_each(scene, {"write", 1, EIO, true}) >= 7);
  CHECK(fail_each(scene, {"rename", 1, EIO, true}) >= 10);
}

TEST_CASE(
    "While a set replaces another, each call may fail: the old one, the new one, or none shows a manifest") {
  const Scene scene;
  const std::string call = GENERATE("unlink", "rename", "fsync");
  for (Fault fault{call, 1, EIO};; ++fault.at) {
    fs::remove_all(scene.scratch / "out");
    REQUIRE(scene.run("out", {}, {"--shards", "2", "--quality", "50"}).exit_code == 0);
    const Files earlier = scene.files("out");
    const RunResult result = scene.run_with(fault, {"--overwrite"});
    if (scene.failed_paths().empty()) {
      CHECK(result.exit_code == 0);
      CHECK(fault.at > 4);
      break;
    }
    INFO(call << " number " << fault.at << " (" << scene.failed_paths().front() << ") fails: " << result.err);
    check_message(scene, fault, result);
    check_nothing_torn(scene, earlier);
    CHECK(scene.run("out", {}, {"--overwrite"}).exit_code == 0);
    CHECK(scene.files("out") == scene.undisturbed);
  }
}

TEST_CASE("Killed at any call that writes: the next build ends with the same bytes and no stray file") {
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

TEST_CASE("Killed while a set replaces another: the next build with --overwrite completes it") {
  const Scene scene;
  int kills = 0;
  for (Fault fault{"unlink", 1, k_kill};; ++fault.at, ++kills) {
    fs::remove_all(scene.scratch / "out");
    REQUIRE(scene.run("out", {}, {"--shards", "2", "--quality", "50"}).exit_code == 0);
    scene.run_with(fault, {"--overwrite"});
    if (scene.failed_paths().empty()) break;
    INFO("killed at unlink number " << fault.at << " (" << scene.failed_paths().front() << ")");
    CHECK(scene.run("out", {}, {"--overwrite"}).exit_code == 0);
    CHECK(scene.files("out") == scene.undisturbed);
    CHECK_FALSE(fs::exists(scene.scratch / "out/.tfrec-build"));
  }
  CHECK(kills > 3);
}

TEST_CASE("File systems without hard links or locks take the same set") {
  const Scene scene;
  for (const Fault& fault : {Fault{"link", 1, EXDEV, true},
                             {"link", 1, EPERM, true},
                             {"link", 1, EMLINK},
                             {"flock", 1, ENOSYS, true},
                             {"flock", 1, ENOLCK, true}}) {
    fs::remove_all(scene.scratch / "out");
    REQUIRE(scene.run("out", {}).exit_code == 0);
    // Of a changed set the other shards are linked.
    const std::string changed = tfrec::test::jpeg_image(16, 16, 99);
    const std::string before = scene.scratch.read("images/a/0.jpg");
    scene.scratch.write("images/a/0.jpg", changed);
    INFO(fault.call << " " << fault.reason);
    const RunResult result = scene.run_with(fault, {"--overwrite"});
    CHECK(result.exit_code == 0);
    CHECK_FALSE(scene.failed_paths().empty());
    scene.scratch.write("images/a/0.jpg", before);
    CHECK(scene.run("out", {}, {"--overwrite"}).exit_code == 0);
    CHECK(scene.files("out") == scene.undisturbed);
  }
}

TEST_CASE("An image that can't be read is the machine's failure, not a bad image") {
  const Scene scene;
  const Fault fault{"pread", 1, EIO, false, "images"};
  const RunResult result = scene.run_with(fault);
  check_message(scene, fault, result);
  CHECK_FALSE(fs::exists(scene.scratch / "out"));
}

TEST_CASE("A shard that reads back otherwise than it was written: exit 3, named, nothing published") {
  const Scene scene;
  const Fault fault{"pread", 1, k_flipped, false, "out/.tfrec-build"};
  const RunResult result = scene.run_with(fault);
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err,
             Catch::StartsWith("tfrec: error: " + scene.failed_paths().front() +
                               ": reads back otherwise than it was written: the disk, its cable or"));
  CHECK(scene.files("out").empty());
  check_next_build(scene);
  fs::remove_all(scene.scratch / "out");
  CHECK(scene.run_with(fault, {"--no-reread"}).exit_code == 0);
  CHECK(scene.files("out") == scene.undisturbed);
}

TEST_CASE("Interrupted calls and short ones are carried on") {
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
    CHECK(scene.files("out") == scene.undisturbed);
  }
}
#endif
