// SPDX-License-Identifier: Apache-2.0
// extract: what it leaves, and what it never replaces.
#include "support/check_error.hpp"
#include "support/scenes/failing_calls.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec::test;

TEST_CASE("extract that fails while images take their names left some of them, and refused to run again",
          "[no-sanitizer]") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  for (const int at : {3, 20}) {  // images
    const RunResult failed = run_tfrec(
        {"extract", "out", "-o", "pics", "-q"},
        in(flowers.scratch, environment_of({"rename", at, ENOSPC, false, "pics"}, flowers.scratch)));
    INFO(failed.err);
    CHECK(failed.exit_code == 3);
    CHECK_FALSE(fs::exists(flowers.scratch / "pics"));
  }
  CHECK(flowers.run({"extract", "out", "-o", "pics", "-q"}).exit_code == 0);
}

TEST_CASE("extract --overwrite never overwrites files of a set") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  REQUIRE(flowers.run({"build", "images", "-o", "other", "-q"}).exit_code == 0);
  const auto before = flowers.files("out");
  const RunResult result = flowers.run({"extract", "other", "-o", "out", "--overwrite", "-q"});
  check_error(result, 2,
              "tfrec: error: out: contains a set; extract never overwrites one\n"
              "tfrec: hint: name another folder with -o\n");
  CHECK(flowers.files("out") == before);
}

TEST_CASE("extract --overwrite removed a metadata.csv that it did not replace") {
  const Flowers flowers;
  REQUIRE(flowers.build({"-q"}).exit_code == 0);
  flowers.scratch.write("pics/metadata.csv", "mine");
  const RunResult result = flowers.run({"extract", "out", "-o", "pics", "--overwrite", "-q"});
  check_error(result, 2,
              "tfrec: error: pics/metadata.csv: describes other images\n"
              "tfrec: hint: move it away, replace it with --metadata, or use another -o\n");
  CHECK(names(flowers.files("pics")) == std::vector<std::string>{"metadata.csv"});
  CHECK(flowers.scratch.read("pics/metadata.csv") == "mine");
  CHECK(flowers.run({"extract", "out", "-o", "pics", "--overwrite", "--metadata", "-q"}).exit_code == 0);
  CHECK_THAT(flowers.scratch.read("pics/metadata.csv"), Catch::StartsWith("file_name,"));
}
