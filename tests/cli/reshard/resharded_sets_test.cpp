// SPDX-License-Identifier: Apache-2.0
// What other commands conclude from the manifest of a set that reshard made.
#include "support/catch.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("repair --from, --config and build blamed the wrong thing for a set that reshard made") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q", "--size", "16"}).exit_code == 0);
  REQUIRE(flowers.run({"reshard", "out", "-o", "again", "-q"}).exit_code == 0);
  const RunResult repaired =
      flowers.run({"repair", "again", "-o", "fixed", "--from", "images", "--labels", "labels.csv", "-q"});
  CHECK(repaired.exit_code == 2);
  CHECK(repaired.err ==
        "tfrec: error: again/manifest.json: the set was made from other shards by 'tfrec reshard': --from "
        "makes "
        "only shards that 'tfrec build' made\n"
        "tfrec: hint: without --from, repair recovers what is intact; or run `tfrec reshard` again on the "
        "sources\n");
  const RunResult configured = flowers.run(
      {"build", "images", "--labels", "labels.csv", "-o", "new", "-q", "--config", "again/manifest.json"});
  CHECK(configured.exit_code == 2);
  CHECK_THAT(configured.err,
             Catch::ContainsSubstring(
                 "again/manifest.json: is of a set that 'tfrec reshard' made from other shards"));
  const RunResult built =
      flowers.run({"build", "images", "--labels", "labels.csv", "-o", "again", "--name", "flowers", "-q"});
  CHECK(built.exit_code == 2);
  CHECK_THAT(built.err, Catch::ContainsSubstring("it was made from other shards by 'tfrec reshard'"));
}

TEST_CASE("build --like of a merged set names the options in which its sources differ") {
  const Flowers flowers;
  const auto build = [&](const std::string& out, const std::string& quality) {
    REQUIRE(flowers
                .run({"build", "images", "--labels", "labels.csv", "-o", out, "--name", "s", "-q",
                      "--quality", quality})
                .exit_code == 0);
  };
  build("q50", "50");
  build("q90", "90");
  REQUIRE(flowers.run({"reshard", "q50", "q90", "-o", "both", "-q"}).exit_code == 0);
  REQUIRE(flowers.run({"reshard", "both", "-o", "again", "-q"}).exit_code == 0);
  for (const char* like : {"both", "again"}) {
    const RunResult result = flowers.run(
        {"build", "images", "--labels", "labels.csv", "-o", std::string("like-") + like, "--like", like});
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err,
               Catch::ContainsSubstring("warning: --like: the set was merged from sets that differ in "
                                        "--quality, so the defaults of these options hold\n"));
  }
}
