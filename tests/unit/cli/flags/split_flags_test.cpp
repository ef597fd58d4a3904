// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "unit/cli/parsing.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

TEST_CASE("Options of splits get where they belong") {
  const BuildOptions none = build_options_of({});
  CHECK(none.splits.folders);
  CHECK(none.splits.dedupe_distance == 3);
  CHECK_FALSE(none.splits.dedupe);
  CHECK_FALSE(none.splits.deals());
  const BuildOptions options = build_options_of(
      {"--folds", "5", "--stratify", "class", "--stratify", "site", "--group", "patient", "--dedupe", "error",
       "--dedupe-distance", "0", "--no-split-folders", "--test", "unseen", "--batch", "32"});
  CHECK(options.splits.folds == 5U);
  CHECK(options.splits.stratify == std::vector<std::string>{"class", "site"});
  CHECK(options.splits.group == "patient");
  CHECK(options.splits.dedupe == Dedupe::refuse);
  CHECK(options.splits.dedupe_distance == 0);
  CHECK_FALSE(options.splits.folders);
  CHECK(options.test == "unseen");
  CHECK(options.batch == 32U);
}

TEST_CASE("--folds excludes --split and --split-column, which go together") {
  CHECK_THAT(build_refusal({"--split", "a=1", "--folds", "2"}),
             ContainsSubstring("and --folds can't be used together"));
  const BuildOptions both = build_options_of({"--split", "a=1", "--split-column", "c"});
  CHECK(both.splits.shares == "a=1");
  CHECK(both.splits.column == "c");
  CHECK(build_options_of({"--split", "a=1", "--keep-splits", "out"}).splits.keep == "out");
  CHECK_THAT(build_refusal({"--split-column", "c", "--folds", "2"}),
             ContainsSubstring("can't be used together"));
  CHECK_THAT(build_refusal({"--keep-splits", "o", "--split-column", "c"}),
             ContainsSubstring("can't be used together"));
}

TEST_CASE("Numbers of splits that can't be are refused with their range") {
  CHECK_THAT(build_refusal({"--folds", "1"}), ContainsSubstring("'1' is not a whole number from 2 to "));
  CHECK_THAT(build_refusal({"--dedupe-distance", "-1"}), ContainsSubstring("is not a whole number from 0"));
  CHECK_THAT(build_refusal({"--batch", "0"}), ContainsSubstring("is not a whole number of at least 1"));
}
