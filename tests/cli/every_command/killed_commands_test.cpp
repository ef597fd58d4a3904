// SPDX-License-Identifier: Apache-2.0
// reshard, repair, extract, parts and finish with each call that writes failing once, one after the other, or
// killed there. Without tests/faults/fail_calls.cpp (sanitizers bring their own preloaded library) there is
// nothing to run.
#ifdef TFREC_FAIL_CALLS

#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace fs = std::filesystem;
using tfrec::test::run_tfrec;
using tfrec::test::RunResult;
using tfrec::test::RunSettings;
using tfrec::test::ScratchFolder;

namespace {

using Files = std::map<std::string, std::string>;
using Arguments = std::vector<std::string>;

constexpr int k_kill = -1;

/// A set of three shards with two classes, one shard damaged where `damaged`, and what a command makes of it.
class Scene {
 public:
  Scene(Arguments command, bool damaged) : m_command(std::move(command)), m_success(damaged ? 1 : 0) {
    for (int i = 0; i < 12; ++i) {
      scratch.write(
          "images/" + std::string(1, static_cast<char>('a' + i % 2)) + "/" + std::to_string(i) + ".jpg",
          tfrec::test::jpeg_image(16 + i, 16, static_cast<unsigned>(i)));
    }
    REQUIRE(run_tfrec({"build", "images", "-o", "set", "--name", "f", "--shards", "3", "-q"}, in(scratch))
                .exit_code == 0);
    if (damaged) {
      std::string bytes = scratch.read("set/f01-4.tfrec");
      bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
      scratch.write("set/f01-4.tfrec", bytes);
    }
    REQUIRE(run({}).exit_code == m_success);
    m_undisturbed = files();
    REQUIRE(m_undisturbed.size() > 3);
  }

  /// Ends the command at the first, second, … call; returns how many calls there were.
  int end_at_each(const std::string& call, int reason, int step) const {
    for (int at = 1;; at += step) {
      fs::remove_all(scratch / "out");
      fs::remove(scratch / "failed");
      const RunResult result = run(
          {"LD_PRELOAD=" TFREC_FAIL_CALLS, "TFREC_FAIL_CALL=" + call, "TFREC_FAIL_AT=" + std::to_string(at),
           "TFREC_FAIL_ERRNO=" + std::to_string(reason), "TFREC_FAIL_UNDER=" + (scratch / "out").string(),
           "TFREC_FAIL_LOG=" + (scratch / "failed").string()});
      if (!fs::exists(scratch / "failed")) return at - 1;
      INFO(m_command.front() << " at " << call << " number " << at << ", " << scratch.read("failed")
                             << result.err);
      if (reason == k_kill) {
        CHECK(result.exit_code == 128 + SIGKILL);
      } else {
        CHECK(result.exit_code == 3);
        CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: out"));
        CHECK_THAT(result.err, Catch::ContainsSubstring(std::generic_category().message(reason)));
      }
      CHECK(run({}, {"--overwrite"}).exit_code == m_success);
      CHECK(files() == m_undisturbed);
    }
  }

 private:
  RunResult run(const Arguments& environment, const Arguments& more = {}) const {
    RunSettings settings = in(scratch);
    settings.environment = environment;
    Arguments arguments = m_command;
    arguments.insert(arguments.end(), {"set", "-o", "out", "-j2", "-q"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tfrec(arguments, settings);
  }

  /// All there is, strays and staging folders too.
  Files files() const {
    Files found;
    for (const auto& entry : fs::recursive_directory_iterator(scratch / "out")) {
      const std::string name = fs::relative(entry.path(), scratch / "out").generic_string();
      found[name] = entry.is_regular_file() ? scratch.read("out/" + name) : "";
    }
    return found;
  }

  ScratchFolder scratch;
  Arguments m_command;
  int m_success;
  Files m_undisturbed;
};

/// A plan of three shards, and what one build makes of it.
class Parts {
 public:
  Parts() {
    for (int i = 0; i < 9; ++i)
      scratch.write(
          "images/" + std::string(1, static_cast<char>('a' + i % 2)) + "/" + std::to_string(i) + ".jpg",
          tfrec::test::jpeg_image(16 + i, 16, static_cast<unsigned>(i)));
    const Arguments options{"images", "--name", "f", "--shards", "3", "-q", "-o"};
    REQUIRE(run("plan", options, {"the.plan"}).exit_code == 0);
    REQUIRE(run("build", options, {"usual"}).exit_code == 0);
  }

  /// Ends each part and finish at the first, second, … call, then runs them again; returns how many calls
  /// there were.
  int end_at_each(const std::string& call, int reason, int step) const {
    for (int at = 1;; at += step) {
      fs::remove_all(scratch / "out");
      fs::remove(scratch / "failed");
      const Arguments faults{"LD_PRELOAD=" TFREC_FAIL_CALLS,
                             "TFREC_FAIL_CALL=" + call,
                             "TFREC_FAIL_AT=" + std::to_string(at),
                             "TFREC_FAIL_ERRNO=" + std::to_string(reason),
                             "TFREC_FAIL_UNDER=" + (scratch / "out").string(),
                             "TFREC_FAIL_LOG=" + (scratch / "failed").string()};
      for (const char* part : {"2/2", "1/2"}) {
        const RunResult result = build_part(part, faults);
        const RunResult again = build_part(part, {});
        INFO("part " << part << " at " << call << " number " << at << result.err << again.err);
        CHECK((result.exit_code == 0 || result.exit_code == (reason == k_kill ? 128 + SIGKILL : 3)));
        CHECK(again.exit_code == 0);
        CHECK_FALSE(fs::exists(scratch / "out/manifest.json"));
      }
      const RunResult result = run("finish", {"the.plan", "-o", "out", "-q"}, {}, faults);
      const RunResult again = run("finish", {"the.plan", "-o", "out", "-q"}, {});
      INFO("finish at " << call << " number " << at << result.err << again.err);
      CHECK((result.exit_code == 0 || result.exit_code == (reason == k_kill ? 128 + SIGKILL : 3)));
      CHECK(again.exit_code == 0);
      CHECK(tfrec::test::run_program("/usr/bin/diff", {"-r", "usual", "out"}, in(scratch)).exit_code == 0);
      if (!fs::exists(scratch / "failed")) return at - 1;
    }
  }

 private:
  RunResult run(const std::string& command, const Arguments& options, const Arguments& more,
                const Arguments& environment = {}) const {
    RunSettings settings = in(scratch);
    settings.environment = environment;
    Arguments arguments{command};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tfrec(arguments, settings);
  }

  RunResult build_part(const std::string& part, const Arguments& environment) const {
    return run("build", {"images", "--plan", "the.plan", "--part", part, "-o", "out", "-q"}, {}, environment);
  }

  ScratchFolder scratch;
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

TEST_CASE(
    "reshard that fails or is killed at any call: the next one ends with the same files, no stray one") {
  end_everywhere(Scene({"reshard", "--shards", "2"}, false));
}

TEST_CASE("repair that fails or is killed at any call: the next one ends with the same files, no stray one") {
  end_everywhere(Scene({"repair"}, true));
}

TEST_CASE(
    "extract that fails or is killed at any call: the next one ends with the same files, no stray one") {
  end_everywhere(Scene({"extract", "--metadata"}, false));
}

TEST_CASE(
    "Parts and finish that fail or are killed at any call: run again, they make the bytes of one build") {
  const Parts parts;
  CHECK(parts.end_at_each("rename", k_kill, 2) >= 4);
  CHECK(parts.end_at_each("write", k_kill, 3) >= 2);
  CHECK(parts.end_at_each("fsync", EIO, 5) >= 4);
  CHECK(parts.end_at_each("open", ENOSPC, 5) >= 3);
}
#endif
