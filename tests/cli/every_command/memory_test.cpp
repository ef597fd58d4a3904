// SPDX-License-Identifier: Apache-2.0
// A command that gets too little memory fails as the machine does: exit code 3, never a signal or a hang.

#include <regex>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

constexpr std::uint64_t k_mb = 1'000'000;

RunResult run_within(std::uint64_t mb, const Words& arguments, const ScratchFolder& scratch) {
  RunSettings settings = in(scratch);
  settings.address_space = mb * k_mb;
  settings.seconds = 60;
  return run_tfrec(arguments, settings);
}

/// The least limit, in MB, at which the program starts, and one more: below it the loader of shared libraries
/// fails.
std::uint64_t least_to_start(const ScratchFolder& scratch) {
  std::uint64_t mb = 16;
  while (mb < 40 && run_within(mb, {"--version"}, scratch).exit_code != 0) ++mb;
  return mb + 1;
}

bool is_short_of_memory(const RunResult& result) {
  const std::regex reason(
      "out of memory|cannot load: .*(failed to map|cannot allocate|cannot map)|Cannot allocate memory|"
      "cannot start a thread");
  return result.exit_code == 3 && std::regex_search(result.err, reason);
}

/// How often a command got too little, by limits from `least` to `most` MB.
int times_short(const Words& arguments, std::uint64_t least, std::uint64_t most, std::uint64_t step,
                const ScratchFolder& scratch) {
  int failed = 0;
  for (std::uint64_t mb = least; mb <= most; mb += step) {
    fs::remove_all(scratch / "out");
    const RunResult result = run_within(mb, arguments, scratch);
    INFO(arguments.front() << ", " << mb << " MB: exit code " << result.exit_code << ", " << result.err);
    CHECK((result.exit_code == 0 || is_short_of_memory(result)));
    if (result.exit_code != 0) ++failed;
  }
  return failed;
}

}  // namespace

TEST_CASE("Whatever the limit of memory, a build succeeds or reports that memory was short",
          "[no-sanitizer]") {
  const ScratchFolder scratch;
  for (int i = 0; i < 6; ++i) {
    scratch.write("images/" + std::to_string(i) + ".jpg", jpeg_image(300, 300));
    scratch.write("images/" + std::to_string(i) + ".ppm", ppm_image(300, 300));
  }
  Words arguments{"build", "images", "-o", "whole", "--name", "f", "-q", "-j2", "--shards", "3"};
  REQUIRE(run_tfrec(arguments, in(scratch)).exit_code == 0);
  const auto whole = scratch.files("whole");
  arguments[3] = "out";
  int succeeded = 0;
  int failed = 0;
  std::vector<std::uint64_t> limits{2000};
  for (std::uint64_t mb = 120; mb <= 360; mb += 4) limits.push_back(mb);
  for (const std::uint64_t mb : limits) {
    fs::remove_all(scratch / "out");
    const RunResult result = run_within(mb, arguments, scratch);
    INFO(mb << " MB: exit code " << result.exit_code << ", " << result.err);
    if (result.exit_code == 0) {
      ++succeeded;
      CHECK(scratch.files("out") == whole);
      continue;
    }
    ++failed;
    CHECK_FALSE(published_anything(scratch / "out"));
    CHECK(is_short_of_memory(result));
  }
  CHECK(failed > 10);
  CHECK(succeeded > 0);
}

TEST_CASE("Whatever the limit of memory, other commands succeed or report that memory was short",
          "[no-sanitizer]") {
  const ScratchFolder scratch;
  for (int i = 0; i < 3; ++i) scratch.write("images/" + std::to_string(i) + ".jpg", jpeg_image(1500, 1500));
  const Words build{"build", "images", "-o", "set", "--name", "f", "-q", "--encode", "png", "--shards", "2"};
  REQUIRE(run_tfrec(build, in(scratch)).exit_code == 0);
  const std::uint64_t least = least_to_start(scratch);
  int failed = 0;
  for (const Words& copying : {Words{"verify", "set", "-j2"}, Words{"extract", "set", "-o", "out", "-j2"},
                               Words{"reshard", "set", "-o", "out", "--shards", "3", "-j2"}})
    failed += times_short(copying, least, least + 24, 6, scratch);
  CHECK(failed > 2);
  failed = 0;
  for (const Words& decoding :
       {Words{"verify", "set", "--pixels", "-j2"}, Words{"report", "set", "-o", "out", "-j2"}})
    failed += times_short(decoding, 100, 400, 75, scratch);
  CHECK(failed > 2);
}
