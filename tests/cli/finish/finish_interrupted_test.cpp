// SPDX-License-Identifier: Apache-2.0
// Parts that run while a killed finish has not given all shards their final names.
#include <algorithm>

#include "support/check_error.hpp"
#include "support/scenes/failing_calls.hpp"
#include "support/scenes/parts.hpp"

using namespace tfrec::test;

TEST_CASE("A part that runs after finish was killed on its way leaves the rest to finish", "[no-sanitizer]") {
  const Parts scene;
  scene.make_part("1/1");
  Fault fault{"rename", 1, k_kill};
  const auto is_half_done = [&] {
    const auto shards = scene.shards();
    return std::any_of(shards.begin(), shards.end(), [](const auto& shard) {
      return shard.first.find(".tfrec-build") == std::string::npos;
    });
  };
  for (; !is_half_done(); ++fault.at) {
    REQUIRE(fault.at < 20);
    run_tfrec({"finish", "set.plan", "-o", "out"}, in(scene.scratch, environment_of(fault, scene.scratch)));
  }
  REQUIRE_FALSE(fs::exists(scene.scratch / "out/manifest.json"));
  check_error(scene.part("1/1", {"-q"}), 3,
              "tfrec: error: out: its shards are taking their final names\n"
              "tfrec: hint: if no `tfrec finish` runs, one was killed: run it again\n");
  CHECK(scene.finish({"-q"}).exit_code == 0);
  scene.is_as_one_build();
}
