// SPDX-License-Identifier: Apache-2.0
// --quiet prints nothing on success except warnings, and what --json asks for.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec::test;

namespace {

const std::vector<Words> k_commands{{"plan", "images", "--labels", "labels.csv", "-o", "set.plan"},
                                    {"build", "images", "--plan", "set.plan", "--part", "1/1", "-o", "out"},
                                    {"finish", "set.plan", "-o", "out"},
                                    {"finish", "set.plan", "-o", "out"},  // up to date
                                    {"build", "images", "--labels", "labels.csv", "-o", "set", "--dry-run"},
                                    {"build", "images", "--labels", "labels.csv", "-o", "set"},
                                    {"build", "images", "--labels", "labels.csv", "-o", "set"},  // up to date
                                    {"count", "set"},
                                    {"inspect", "set"},
                                    {"verify", "set"},
                                    {"index", "set"},
                                    {"reshard", "set", "-o", "resharded"},
                                    {"repair", "set", "-o", "repaired"},
                                    {"extract", "set", "-o", "extracted"}};

}  // namespace

TEST_CASE("--quiet prints nothing on success, whatever the command") {
  const Flowers flowers;
  for (const Words& command : k_commands) {
    INFO(command.front());
    const RunResult result = flowers.run(command + Words{"-q"});
    CHECK(result.exit_code == 0);
    CHECK(result.out.empty());
    CHECK(result.err.empty());
  }
}

TEST_CASE("--quiet keeps --json, warnings, and the report of bad data") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  CHECK_THAT(flowers.run({"count", "out", "-q", "--json"}).out, ContainsSubstring("\"records\":20"));
  const RunResult warned = run_tfrec({"count", "out", "-q"}, in(flowers.scratch, {"TFREC_THREDS=2"}));
  CHECK(warned.out.empty());
  CHECK_THAT(warned.err, ContainsSubstring("tfrec: warning: "));
  flowers.scratch.write("bad.tfrec", "no record");
  for (const char* command : {"verify", "count"}) {
    const RunResult bad = flowers.run({command, "bad.tfrec", "-q"});
    CHECK(bad.exit_code == 1);
    CHECK_THAT(bad.out, ContainsSubstring("bad.tfrec"));
  }
}
