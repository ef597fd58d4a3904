// SPDX-License-Identifier: Apache-2.0
// Builds that can't end well: exit code, message, and nothing under a final name.
#include <csignal>
#include <filesystem>
#include <string>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/pictures.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace fs = std::filesystem;
using tfrec::test::jpeg_picture;
using tfrec::test::run_tfrec;
using tfrec::test::RunResult;
using tfrec::test::RunSettings;
using tfrec::test::ScratchFolder;

namespace {

void write_images(const ScratchFolder& scratch, int count, int side) {
  const std::string picture = jpeg_picture(side, side);
  for (int i = 0; i < count; ++i) scratch.write("images/" + std::to_string(i) + ".jpg", picture);
}

const std::vector<std::string> k_build{"build", "images", "-o", "out", "--name", "f", "-q"};

/// No shard, no manifest, no list of classes: at most the staging folder.
void check_nothing_published(const ScratchFolder& scratch) {
  if (!fs::exists(scratch / "out")) return;
  for (const auto& entry : fs::directory_iterator(scratch / "out"))
    CHECK(entry.path().filename() == ".tfrec-build");
}

}  // namespace

TEST_CASE("A write that fails ends the build with 3 and names the file") {
  const ScratchFolder scratch;
  write_images(scratch, 60, 200);
  RunSettings settings = in(scratch);
  settings.largest_file = 50'000;
  const RunResult result = run_tfrec(k_build, settings);
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::ContainsSubstring("tfrec: error: out/.tfrec-build/"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("cannot write: File too large"));
  check_nothing_published(scratch);
  CHECK(run_tfrec(k_build, in(scratch)).exit_code == 0);
}

TEST_CASE("An interrupted build ends with 130, a terminated one with 143, and the next one succeeds") {
  const ScratchFolder scratch;
  write_images(scratch, 1500, 500);
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
    RunSettings settings = in(scratch);
    settings.signal = signal;
    settings.signal_after = std::chrono::milliseconds(300);
    const RunResult result = run_tfrec(k_build, settings);
    CHECK(result.exit_code == code);
    CHECK(result.out.empty());
    CHECK(result.err == (signal == SIGINT ? "tfrec: error: interrupted\n" : "tfrec: error: terminated\n"));
    check_nothing_published(scratch);
  }
}

TEST_CASE("OUT that can't be written is named before any picture is read") {
  if (::geteuid() == 0) {
    const ScratchFolder scratch;
    write_images(scratch, 2, 16);
    const RunResult result =
        run_tfrec({"build", "images", "-o", "/proc/out", "--name", "f", "-q"}, in(scratch));
    CHECK(result.exit_code == 3);
    CHECK_THAT(result.err, Catch::ContainsSubstring("/proc/out: cannot make the folder"));
    return;
  }
  const ScratchFolder scratch;
  write_images(scratch, 2, 16);
  fs::create_directory(scratch / "locked");
  fs::permissions(scratch / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  const RunResult result =
      run_tfrec({"build", "images", "-o", "locked/out", "--name", "f", "-q"}, in(scratch));
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err, Catch::ContainsSubstring("locked/out: cannot make the folder: Permission denied"));
}

TEST_CASE("Two builds into one folder: the second is told so") {
  const ScratchFolder scratch;
  write_images(scratch, 2, 16);
  fs::create_directories(scratch / "out/.tfrec-build");
  scratch.write("out/.tfrec-build/lock", "");
  // flock(1) holds the lock while the build runs.
  const RunResult result =
      tfrec::test::run_program("/usr/bin/flock",
                               {"out/.tfrec-build/lock", tfrec::test::tfrec_binary().string(), "build",
                                "images", "-o", "out", "--name", "f", "-q"},
                               in(scratch));
  CHECK(result.exit_code == 3);
  CHECK(result.err ==
        "tfrec: error: out: another build is writing here\ntfrec: hint: wait until it has ended\n");
  CHECK(fs::exists(scratch / "out/.tfrec-build/lock"));
}

TEST_CASE("A closed stdout is no failure") {
  const ScratchFolder scratch;
  const std::string tfrec = tfrec::test::tfrec_binary().string();
  const RunResult result = tfrec::test::run_program(
      "/bin/sh", {"-c", "{ sleep 0.2; " + tfrec + " build --help; echo $? > code; } | true; sleep 0.5"},
      in(scratch));
  CHECK(result.err.empty());
  CHECK(scratch.read("code") == "0\n");
}

TEST_CASE("A full disk behind a redirection is a failure") {
  if (!fs::exists("/dev/full")) return;
  const ScratchFolder scratch;
  const RunResult result = tfrec::test::run_program(
      "/bin/sh", {"-c", "exec " + tfrec::test::tfrec_binary().string() + " --help > /dev/full"}, in(scratch));
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err, Catch::ContainsSubstring("standard output: cannot write: No space left on device"));
}
