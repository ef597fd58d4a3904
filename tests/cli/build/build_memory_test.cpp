// SPDX-License-Identifier: Apache-2.0
// A build that gets too little memory fails as the machine does: exit code 3, never a signal or a hang.

#include <regex>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

constexpr std::uint64_t k_mb = 1'000'000;

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
  const std::regex memory_is_short(
      "out of memory|cannot load: .*(failed to map|cannot allocate|cannot map)|Cannot allocate memory");
  int succeeded = 0;
  int failed = 0;
  std::vector<std::uint64_t> limits{2000};
  for (std::uint64_t mb = 120; mb <= 360; mb += 4) limits.push_back(mb);
  for (const std::uint64_t mb : limits) {
    fs::remove_all(scratch / "out");
    RunSettings settings = in(scratch);
    settings.address_space = mb * k_mb;
    settings.seconds = 60;
    const RunResult result = run_tfrec(arguments, settings);
    INFO(mb << " MB: exit code " << result.exit_code << ", " << result.err);
    if (result.exit_code == 0) {
      ++succeeded;
      CHECK(scratch.files("out") == whole);
      continue;
    }
    ++failed;
    CHECK_FALSE(published_anything(scratch / "out"));
    CHECK(result.exit_code == 3);
    CHECK(std::regex_search(result.err, memory_is_short));
  }
  CHECK(failed > 10);
  CHECK(succeeded > 0);
}
