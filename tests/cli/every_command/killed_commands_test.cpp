// SPDX-License-Identifier: Apache-2.0
// reshard, repair, extract, parts and finish with each call that writes failing once, one after the other, or
// killed there. Without tests/faults/fail_calls.cpp (sanitizers bring their own preloaded library) there is
// nothing to run.

#include <csignal>
#include <system_error>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/failing_calls.hpp"

using namespace tfrec::test;

namespace {

/// A set of three shards with two classes, one shard damaged where `damaged`, and what a command makes of it.
class Scene : public BuildScene {
 public:
  Scene(Words command, bool damaged) : m_command(std::move(command)), m_success(damaged ? 1 : 0) {
    images(12, {"a/", "b/"});
    REQUIRE(build({"--shards", "3", "-q"}, "set").exit_code == 0);
    if (damaged) {
      std::string bytes = scratch.read("set/f01-4.tfrec");
      bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
      scratch.write("set/f01-4.tfrec", bytes);
    }
    REQUIRE(run_again({}).exit_code == m_success);
    m_undisturbed = files();
    REQUIRE(m_undisturbed.size() > 3);
  }

  /// Ends the command at the first, second, … call; returns how many calls there were.
  int end_at_each(const std::string& call, int reason, int step) const {
    for (int at = 1;; at += step) {
      fs::remove_all(scratch / "out");
      fs::remove(scratch / "failed");
      const RunResult result = run_again(environment_of({call, at, reason}, scratch));
      if (!fs::exists(scratch / "failed")) return at - 1;
      INFO(m_command.front() << " at " << call << " number " << at << ", " << scratch.read("failed")
                             << result.err);
      if (reason == k_kill) {
        CHECK(result.exit_code == 128 + SIGKILL);
      } else {
        CHECK(result.exit_code == 3);
        CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: out"));
        CHECK_THAT(result.err, ContainsSubstring(std::generic_category().message(reason)));
      }
      CHECK(run_again({}, {"--overwrite"}).exit_code == m_success);
      CHECK(files() == m_undisturbed);
    }
  }

 private:
  RunResult run_again(const Words& environment, const Words& more = {}) const {
    return run_tfrec(m_command + Words{"set", "-o", "out", "-j2", "-q"} + more, in(scratch, environment));
  }

  Words m_command;
  int m_success;
  Files m_undisturbed;
};

/// A plan of three shards, and what one build makes of it.
class Parts : public BuildScene {
 public:
  Parts() {
    images(9, {"a/", "b/"});
    const Words three{"--shards", "3", "-q"};
    REQUIRE(run(Words{"plan", "images", "-o", "the.plan"} + options + three).exit_code == 0);
    REQUIRE(build(three, "usual").exit_code == 0);
  }

  /// Ends each part and finish at the first, second, … call, then runs them again; returns how many calls
  /// there were.
  int end_at_each(const std::string& call, int reason, int step) const {
    for (int at = 1;; at += step) {
      fs::remove_all(scratch / "out");
      fs::remove(scratch / "failed");
      const Words faults = environment_of({call, at, reason}, scratch);
      for (const char* part : {"2/2", "1/2"}) {
        const RunResult result = build_part(part, faults);
        const RunResult again = build_part(part, {});
        INFO("part " << part << " at " << call << " number " << at << result.err << again.err);
        CHECK((result.exit_code == 0 || result.exit_code == (reason == k_kill ? 128 + SIGKILL : 3)));
        CHECK(again.exit_code == 0);
        CHECK_FALSE(fs::exists(scratch / "out/manifest.json"));
      }
      const RunResult result = finish(faults);
      const RunResult again = finish({});
      INFO("finish at " << call << " number " << at << result.err << again.err);
      CHECK((result.exit_code == 0 || result.exit_code == (reason == k_kill ? 128 + SIGKILL : 3)));
      CHECK(again.exit_code == 0);
      CHECK(run_program("/usr/bin/diff", {"-r", "usual", "out"}, in(scratch)).exit_code == 0);
      if (!fs::exists(scratch / "failed")) return at - 1;
    }
  }

 private:
  RunResult build_part(const std::string& part, const Words& environment) const {
    return run_tfrec({"build", "images", "--plan", "the.plan", "--part", part, "-o", "out", "-q"},
                     in(scratch, environment));
  }
  RunResult finish(const Words& environment) const {
    return run_tfrec({"finish", "the.plan", "-o", "out", "-q"}, in(scratch, environment));
  }
};

void end_everywhere(const Scene& scene) {
  CHECK(scene.end_at_each("rename", k_kill, 1) >= 4);
  CHECK(scene.end_at_each("write", k_kill, 2) >= 3);
  CHECK(scene.end_at_each("open", k_kill, 2) >= 3);
  CHECK(scene.end_at_each("rename", EIO, 1) >= 4);
  CHECK(scene.end_at_each("write", ENOSPC, 2) >= 3);
  CHECK(scene.end_at_each("fsync", EIO, 2) >= 2);
  CHECK(scene.end_at_each("close", EDQUOT, 2) >= 3);
  CHECK(scene.end_at_each("open", EROFS, 2) >= 3);
}

}  // namespace

TEST_CASE("reshard that fails or is killed at any call: the next one ends with the same files, no stray one",
          "[no-sanitizer]") {
  end_everywhere(Scene({"reshard", "--shards", "2"}, false));
}

TEST_CASE("repair that fails or is killed at any call: the next one ends with the same files, no stray one",
          "[no-sanitizer]") {
  end_everywhere(Scene({"repair"}, true));
}

TEST_CASE("extract that fails or is killed at any call: the next one ends with the same files, no stray one",
          "[no-sanitizer]") {
  end_everywhere(Scene({"extract", "--metadata"}, false));
}

TEST_CASE("Parts and finish that fail or are killed at any call: run again, they make the bytes of one build",
          "[no-sanitizer]") {
  const Parts parts;
  CHECK(parts.end_at_each("rename", k_kill, 2) >= 4);
  CHECK(parts.end_at_each("write", k_kill, 3) >= 2);
  CHECK(parts.end_at_each("fsync", EIO, 5) >= 4);
  CHECK(parts.end_at_each("open", ENOSPC, 5) >= 3);
}
