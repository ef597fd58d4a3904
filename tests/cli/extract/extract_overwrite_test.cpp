// SPDX-License-Identifier: Apache-2.0
// extract: what it leaves, and what it never replaces.
#include <cerrno>
#include <filesystem>

#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec;
using namespace tfrec::test;
namespace fs = std::filesystem;

#ifdef TFREC_FAIL_CALLS
TEST_CASE("extract that fails while images take their names left some of them, and refused to run again") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  for (const int at : {3, 20}) {  // images
    const RunResult failed =
        run_tfrec({"extract", "out", "-o", "pics", "-q"},
                  in(flowers.scratch,
                     {std::string("LD_PRELOAD=") + TFREC_FAIL_CALLS, "TFREC_FAIL_CALL=rename",
                      "TFREC_FAIL_AT=" + std::to_string(at), "TFREC_FAIL_ERRNO=" + std::to_string(ENOSPC),
                      "TFREC_FAIL_UNDER=" + (flowers.scratch / "pics").string(),
                      "TFREC_FAIL_LOG=" + (flowers.scratch / "failed").string()}));
    INFO(failed.err);
    CHECK(failed.exit_code == 3);
    CHECK_FALSE(fs::exists(flowers.scratch / "pics"));
  }
  CHECK(flowers.run({"extract", "out", "-o", "pics", "-q"}).exit_code == 0);
}
#endif

TEST_CASE("extract --overwrite never overwrites files of a set") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  REQUIRE(flowers.run({"build", "images", "-o", "other", "-q"}).exit_code == 0);
  const auto before = flowers.files("out");
  const RunResult result = flowers.run({"extract", "other", "-o", "out", "--overwrite", "-q"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: out: contains a set; extract never overwrites one\n"
        "tfrec: hint: name another folder with -o\n");
  CHECK(flowers.files("out") == before);
}
