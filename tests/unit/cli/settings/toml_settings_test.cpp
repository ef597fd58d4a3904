// SPDX-License-Identifier: Apache-2.0
// What is wrong in a file of options is named by file, line and key.
#include "cli/settings/settings.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"
#include "unit/cli/parsing.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

/// The refusal of a build with these lines below [build], which is line 1 of the file.
std::string refusal_of_lines(const std::string& lines) {
  const ScratchFolder scratch;
  const std::string file = scratch.write("c.toml", "[build]\n" + lines + "\n").string();
  const std::string refusal = build_refusal({"--config", file});
  const std::size_t at = refusal.find("c.toml");
  return at == std::string::npos ? refusal : refusal.substr(at);
}

}  // namespace

TEST_CASE("Keys and tables that no command has are refused with the nearest one") {
  CHECK(refusal_of_lines("lables = \"train.csv\"") ==
        "c.toml:2: unknown key 'lables' (did you mean 'labels'? see 'tfrec build --help')");
  CHECK_THAT(refusal_of_lines("config = \"d.toml\""), ContainsSubstring("c.toml:2: unknown key 'config'"));
  CHECK(refusal_of_lines("[verfy]") ==
        "c.toml:2: unknown table [verfy] (did you mean 'verify'? tables are called as commands)");
}

TEST_CASE("Values that an option can't take are refused") {
  const auto check = [](const std::string& lines, const std::string& message) {
    INFO(lines);
    CHECK_THAT(refusal_of_lines(lines), Catch::StartsWith(message));
  };
  check("quality = 101", "c.toml:2: --quality: '101' is not a whole number from 1 to 100");
  check("quality = 9.5", "c.toml:2: --quality: '9.5' is not a whole number");
  check("quality = true", "c.toml:2: 'quality' takes a value, not true or false");
  check("quality = [1]", "c.toml:2: 'quality' takes one value, no list");
  check("quality = 1979-05-27", "c.toml:2: 'quality' takes text, a number");
  check("strict = \"yes\"", "c.toml:2: 'strict' is true or false");
  check("fit = \"strech\"", "c.toml:2: --fit: ");
  check("shard-size = \"big\"", "c.toml:2: --shard-size: 'big' is not a size");
  check("labels = \"\"", ": --labels is given without a value");
  check("shards = 2\nhosts = 1\nrecords-per-shard = 2",
        "c.toml:4: --shards and --records-per-shard can't be used together");
}

TEST_CASE("Text that is not TOML is refused with its line") {
  CHECK_THAT(refusal_of_lines("quality = 1\nquality = 2"), Catch::StartsWith("c.toml:3: is not TOML"));
  CHECK_THAT(refusal_of_lines("a = \"\x1b[31m\""), Catch::StartsWith("c.toml:2: is not TOML"));
}

TEST_CASE("plan takes the options of a build that it has, and no other table") {
  const cli::CommandTree tree;
  const cli::OptionList& plan = tree.find("plan")->options;
  const auto settings =
      cli::settings_of_toml("[build]\nout = 'o'\nseed = 7\n[count]\njson = true\n", "c.toml", tree, plan);
  REQUIRE(settings);
  REQUIRE(settings->size() == 1);
  CHECK(settings->front().option == "seed");
  CHECK(settings->front().values == std::vector<std::string>{"7"});
  CHECK(settings->front().origin == "c.toml:3");
  CHECK_FALSE(cli::settings_of_toml("[count]\njson = true\n", "c.toml", tree, plan));
}
