// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "unit/cli/parsing.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

TEST_CASE("Options of input and records get where they belong") {
  const BuildOptions options = build_options_of({"--labels",
                                                 "labels.csv",
                                                 "--image-column",
                                                 "file",
                                                 "--strict",
                                                 "--layout",
                                                 "columns",
                                                 "--feature",
                                                 "a=jpeg",
                                                 "--feature",
                                                 "b=float:x,y",
                                                 "--label-column",
                                                 "u",
                                                 "--label-column",
                                                 "v",
                                                 "--classes",
                                                 "c.txt",
                                                 "--label-base",
                                                 "1",
                                                 "--label-separator",
                                                 "|",
                                                 "--missing",
                                                 "",
                                                 "--scale",
                                                 "0.5"});
  CHECK(options.labels == "labels.csv");
  CHECK(options.image_column == "file");
  CHECK(options.strict);
  CHECK_FALSE(options.allow_repeats);
  CHECK(options.layout == "columns");
  CHECK(options.features == std::vector<std::string>{"a=jpeg", "b=float:x,y"});
  CHECK(options.label_columns == std::vector<std::string>{"u", "v"});
  CHECK(options.classes == "c.txt");
  CHECK(options.label_base == 1);
  CHECK(options.label_separator == "|");
  CHECK(options.missing == "");
  CHECK(options.scale == 0.5);
}

TEST_CASE("--like decides about records and images alone") {
  CHECK(build_options_of({"--like", "set", "--feature", "x=sha256", "--no-image"}).like == "set");
  for (const char* option :
       {"--layout=flowers", "--label-column=a", "--classes=c", "--label-base=1", "--missing=0", "--scale=2",
        "--quality=9", "--size=8", "--sizes=8", "--encode=png", "--alpha=error", "--orientation=ignore",
        "--reduced-decode", "--strip"}) {
    INFO(option);
    CHECK_THAT(build_refusal({"--like", "set", option}),
               ContainsSubstring("and --like can't be used together"));
  }
}

TEST_CASE("An option with an empty value is refused, but for --missing") {
  for (const char* option :
       {"--labels", "--layout", "--classes", "--like", "--image-column", "--label-column", "--split",
        "--split-column", "--group", "--stratify", "--name", "--extension"}) {
    CHECK(build_refusal({option, ""}) ==
          ": " + std::string(option) + " is given without a value (see 'tfrec build --help')");
  }
  for (const char* option : {"--max-bad", "--max-aspect", "--size", "--sizes", "--alpha", "--shards"}) {
    INFO(option);
    CHECK_THAT(build_refusal({option, ""}), ContainsSubstring(option));
  }
  CHECK(build_refusal({"--missing", ""}).empty());
}
