// SPDX-License-Identifier: Apache-2.0
// Builds that can't end well: exit code, message, and nothing under a final name.
#include <csignal>
#include <unistd.h>

#include "support/build_paths.hpp"
#include "support/scenes/build_scene.hpp"
#include "support/small_disk.hpp"

using namespace tfrec::test;

namespace {

void write_images(const ScratchFolder& scratch, int count, int side) {
  const std::string image = jpeg_image(side, side);
  for (int i = 0; i < count; ++i) scratch.write("images/" + std::to_string(i) + ".jpg", image);
}

const Words k_build{"build", "images", "-o", "out", "--name", "f", "-q"};

void check_nothing_published(const ScratchFolder& scratch) {
  CHECK_FALSE(published_anything(scratch / "out"));
}

/// Runs a command as soon as the main pass has begun (or all is over, where the machine is busy); with one
/// thread and little memory the last images by name are read long after that.
RunResult run_while_building(const std::string& command, const ScratchFolder& scratch,
                             const std::string& options = "") {
  return run_shell("\"$TFREC\" build images -o out --name f -q -j1 --no-shuffle --memory 64KiB " + options +
                       " & pid=$!; until [ -d out/.tfrec-build ] || ! kill -0 $pid 2> gone; do :; done; " +
                       command + "; wait $pid; exit $?",
                   scratch);
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
  CHECK_THAT(result.err, ContainsSubstring("tfrec: error: out/.tfrec-build/"));
  CHECK_THAT(result.err, ContainsSubstring("cannot write: File too large"));
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
    const std::string interrupted =
        signal == SIGINT ? "tfrec: error: interrupted\n" : "tfrec: error: terminated\n";
    INFO(result.err);
    // The hint, where images were being made already.
    const bool is_reported =
        result.err == interrupted ||
        result.err == interrupted + "tfrec: hint: the same command continues from here\n";
    CHECK(is_reported);
    check_nothing_published(scratch);
  }
}

TEST_CASE("OUT that can't be written is named before any image is read") {
  if (::geteuid() == 0) {
    const ScratchFolder scratch;
    write_images(scratch, 2, 16);
    const RunResult result =
        run_tfrec({"build", "images", "-o", "/proc/out", "--name", "f", "-q"}, in(scratch));
    CHECK(result.exit_code == 3);
    CHECK_THAT(result.err, ContainsSubstring("/proc/out: cannot make the folder"));
    return;
  }
  const ScratchFolder scratch;
  write_images(scratch, 2, 16);
  fs::create_directory(scratch / "locked");
  fs::permissions(scratch / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  const RunResult result =
      run_tfrec({"build", "images", "-o", "locked/out", "--name", "f", "-q"}, in(scratch));
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err, ContainsSubstring("locked/out: cannot make the folder: Permission denied"));
}

TEST_CASE("Two builds into one folder: the second is reported so") {
  const ScratchFolder scratch;
  write_images(scratch, 2, 16);
  fs::create_directories(scratch / "out/.tfrec-build");
  scratch.write("out/.tfrec-build/lock", "");
  // flock(1) holds the lock while the build runs.
  const RunResult result = run_program(
      "/usr/bin/flock",
      {"out/.tfrec-build/lock", tfrec_binary().string(), "build", "images", "-o", "out", "--name", "f", "-q"},
      in(scratch));
  CHECK(result.exit_code == 3);
  CHECK(result.err == "tfrec: error: out: another build is writing here\ntfrec: hint: wait until it ends\n");
  CHECK(fs::exists(scratch / "out/.tfrec-build/lock"));
}

TEST_CASE("A build that another one overtakes while it plans is reported so, and the set stays") {
  const ScratchFolder scratch;
  write_images(scratch, 60, 300);
  const std::string build = "\"$TFREC\" build images --name f -q -j1 -o ";
  REQUIRE(run_shell(build + "usual", scratch).exit_code == 0);
  bool overtaken = false;
  for (double wait = 0.01; wait < 2 && !overtaken; wait *= 1.12) {
    // Stopped ever later: before it looked at OUT, then while it plans.
    const RunResult result =
        run_shell("rm -rf out; " + build + "out & pid=$!; sleep " + std::to_string(wait) +
                      "; kill -STOP $pid; " + build + "out > other; kill -CONT $pid; wait $pid; exit $?",
                  scratch);
    INFO(result.err);
    CHECK((result.exit_code == 0 || result.exit_code == 3));
    CHECK(run_shell("diff -r usual out", scratch).exit_code == 0);
    overtaken = result.err ==
                "tfrec: error: out: another build has completed a set here\n"
                "tfrec: hint: run the same command again to see whether it is the same\n";
  }
  CHECK(overtaken);
}

TEST_CASE("A closed stdout is no failure") {
  const ScratchFolder scratch;
  const std::string tfrec = tfrec_binary().string();
  const RunResult result = run_program(
      "/bin/sh", {"-c", "{ sleep 0.2; " + tfrec + " build --help; echo $? > code; } | true; sleep 0.5"},
      in(scratch));
  CHECK(result.err.empty());
  CHECK(scratch.read("code") == "0\n");
}

TEST_CASE("A reader that goes away before the summary is no failure, and the set is complete") {
  const ScratchFolder scratch;
  write_images(scratch, 20, 100);
  const RunResult result = run_shell(
      "{ \"$TFREC\" build images -o out --name f -q; echo $? > code; } | true; cat code; \"$TFREC\" verify "
      "out",
      scratch);
  CHECK_THAT(result.out, Catch::StartsWith("0\nok: 1 shard, 20 intact records"));
  CHECK(result.err.empty());
}

TEST_CASE("Closed streams: what is meant for people never lands in a shard") {
  const ScratchFolder scratch;
  write_images(scratch, 20, 100);
  for (int i = 0; i < 5; ++i) scratch.write("images/bad" + std::to_string(i) + ".jpg", "no image");
  const std::string build = "\"$TFREC\" build images --name f -v --max-bad 5 --shards 3 -o ";
  const RunResult usual = run_shell(build + "usual", scratch);
  REQUIRE(usual.exit_code == 0);
  for (const auto& [closed, code] : {std::pair{"2>&-", 0}, {"<&-", 0}, {">&-", 3}, {"<&- >&- 2>&-", 3}}) {
    INFO(closed);
    const RunResult result = run_shell("rm -rf out; " + build + "out " + closed, scratch);
    CHECK(result.exit_code == code);
    if (std::string(closed) == ">&-")
      CHECK_THAT(result.err, ContainsSubstring("standard output: cannot write: Bad file descriptor"));
    CHECK(run_shell("diff -r usual out", scratch).exit_code == 0);
  }
}

TEST_CASE("A second SIGINT ends the build at once, and the next one succeeds") {
  const ScratchFolder scratch;
  // One large image: between images the first signal would do.
  scratch.write("images/large.jpg", jpeg_image(5000, 5000));
  bool ended_at_once = false;
  for (int attempt = 0; attempt < 20 && !ended_at_once; ++attempt) {
    fs::remove_all(scratch / "out");
    const RunResult result =
        run_while_building("while kill -INT $pid 2> gone; do :; done", scratch, "--shards 1");
    if (result.exit_code == 0) continue;  // it was over before the signal
    CHECK(result.exit_code == 130);
    CHECK(result.out.empty());
    check_nothing_published(scratch);
    // By the signal itself; the build would have reported that it was interrupted, as where the first came
    // before the image.
    ended_at_once = result.err.empty();
  }
  CHECK(ended_at_once);
  CHECK(run_shell("exec \"$TFREC\" build images -o out --name f -q --shards 1", scratch).exit_code == 0);
}

TEST_CASE("Twenty file descriptors are enough; with too few the build reports it and what to do") {
  const ScratchFolder scratch;
  write_images(scratch, 20, 100);
  const std::string build = "\"$TFREC\" build images --name f -q -j8 --shards 5 -o ";
  CHECK(run_shell(build + "usual && (ulimit -n 20; " + build + "out) && diff -r usual out", scratch)
            .exit_code == 0);
  if (k_has_sanitizers) return;  // they open files, too
  bool failed = false;
  for (int limit = 4; limit < 20; ++limit) {
    INFO(limit);
    fs::remove_all(scratch / "out");
    const RunResult result =
        run_shell("ulimit -n " + std::to_string(limit) + "; exec " + build + "out", scratch);
    if (result.exit_code == 0) continue;
    if (result.err.find("error while loading shared libraries") != std::string::npos)
      continue;  // not yet started
    INFO(result.err);
    CHECK(result.exit_code == 3);
    CHECK_THAT(result.err, ContainsSubstring("Too many open files"));
    check_nothing_published(scratch);
    failed = true;
  }
  CHECK(failed);
}

TEST_CASE("An image that vanishes during the build is named, and nothing is published") {
  const ScratchFolder scratch;
  write_images(scratch, 300, 700);
  const RunResult result = run_while_building("rm images/20.jpg", scratch);
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err,
             Catch::StartsWith("tfrec: error: images/20.jpg: cannot open: No such file or directory"));
  check_nothing_published(scratch);
}

TEST_CASE(
    "An image that changes during the build is named, nothing is published, and the next build takes it") {
  const ScratchFolder scratch;
  write_images(scratch, 300, 700);
  scratch.write("other.jpg", jpeg_image(200, 200));
  const RunResult result = run_while_building("cp other.jpg images/20.jpg", scratch);
  CHECK(result.exit_code == 3);
  CHECK(result.err ==
        "tfrec: error: images/20.jpg: changed while the set was made\n"
        "tfrec: hint: once nothing changes it, run the same command again\n");
  check_nothing_published(scratch);
  CHECK(run_shell("exec \"$TFREC\" build images -o out --name f -q --overwrite", scratch).exit_code == 0);
}

TEST_CASE("OUT on a file system that can't be written") {
  if (!has_small_disks()) return;
  const ScratchFolder scratch;
  write_images(scratch, 2, 16);
  const RunResult result = run_on_small_disk(
      "out", 64'000'000, "mount -o remount,ro out; exec \"$TFREC\" build images -o out --name f -q",
      in(scratch));
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK_THAT(
      result.err,
      Catch::StartsWith("tfrec: error: out/.tfrec-build: cannot make the folder: Read-only file system"));
}

TEST_CASE("A split's folder on another file system is refused before the main pass") {
  if (!has_small_disks()) return;
  const ScratchFolder scratch;
  for (int i = 0; i < 4; ++i)
    scratch.write("images/" + std::to_string(i) + ".jpg", jpeg_image(16, 16, static_cast<unsigned>(i)));
  const RunResult result = run_on_small_disk(
      "out/train", 64'000'000,
      "exec \"$TFREC\" build images -o out --name f -q --split train=0.5,val=0.5 --shards 1", in(scratch));
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: out/train: is on another file system, so files can't be moved there\n"
        "tfrec: hint: unmount it, remove the link, or use another -o\n");
  CHECK_FALSE(fs::exists(scratch / "out/.tfrec-build"));
}

TEST_CASE("A full disk behind a redirection is a failure") {
  if (!fs::exists("/dev/full")) return;
  const ScratchFolder scratch;
  const RunResult result =
      run_program("/bin/sh", {"-c", "exec " + tfrec_binary().string() + " --help > /dev/full"}, in(scratch));
  CHECK(result.exit_code == 3);
  CHECK_THAT(result.err, ContainsSubstring("standard output: cannot write: No space left on device"));
}
