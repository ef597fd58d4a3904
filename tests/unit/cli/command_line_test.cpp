// SPDX-License-Identifier: Apache-2.0
#include "cli/command_tree.hpp"
#include "support/catch.hpp"
#include "unit/cli/parsing.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

TEST_CASE("Every command parses its own name, and has the options that all have") {
  const cli::CommandTree tree;
  CHECK(tree.entries.size() == cli::commands().size());
  for (const cli::CommandEntry& entry : tree.entries) {
    INFO(entry.command.name);
    for (const char* option :
         {"--json", "--quiet", "--verbose", "--threads", "--sandbox", "--config", "--print-config"})
      CHECK(entry.options.find(option) != nullptr);
  }
}

TEST_CASE("The options that all commands take are in the invocation") {
  const cli::Invocation counted = invocation_of({"count", "--json", "-q", "-j", "3", "a.tfrec"});
  CHECK(counted.options.json);
  CHECK(counted.options.quiet);
  CHECK_FALSE(counted.options.verbose);
  CHECK(counted.options.threads == 3);
  CHECK(counted.run);
  CHECK(counted.options.sandbox == SandboxUse::automatic);
  CHECK(invocation_of({"count", "--sandbox", "on", "x"}).options.sandbox == SandboxUse::on);
  CHECK_THAT(refusal_of({"count", "x", "--sandbox", "yes"}), ContainsSubstring("--sandbox"));
  CHECK_THAT(refusal_of({"count", "x", "-j", "0"}), ContainsSubstring("from 1 to 1024"));
  CHECK_THAT(refusal_of({"count", "x", "-v", "-q"}), ContainsSubstring("can't be used together"));
}

TEST_CASE("An unknown command, option or argument is named with the nearest known one") {
  CHECK(refusal_of({"bulid"}) == ": unknown command 'bulid' (did you mean 'build'? see 'tfrec --help')");
  CHECK(refusal_of({"bulid", "--help"}) ==
        ": unknown command 'bulid' (did you mean 'build'? see 'tfrec --help')");
  CHECK(build_refusal({"--lables", "x.csv"}) ==
        ": unknown option '--lables' (did you mean '--labels'? see 'tfrec build --help')");
  CHECK(build_refusal({"--lables=x.csv"}) ==
        ": unknown option '--lables=x.csv' (did you mean '--labels'? see 'tfrec build --help')");
  CHECK(build_refusal({"--nothing-like-it"}) ==
        ": unknown option '--nothing-like-it' (see 'tfrec build --help')");
  CHECK(build_refusal({"more"}) == ": unexpected argument 'more' (see 'tfrec build --help')");
  CHECK(build_refusal({"more.csv"}) ==
        ": unexpected argument 'more.csv' (a table is given as --labels more.csv)");
}

TEST_CASE("An argument or option that is missing is named") {
  CHECK_THAT(refusal_of({"build", "-o", "out"}), ContainsSubstring("IMAGES"));
  CHECK_THAT(refusal_of({"build", "images"}), ContainsSubstring("--out"));
  CHECK_THAT(build_refusal({"--labels"}), ContainsSubstring("--labels"));
}

TEST_CASE("An option in place of a value: the value is missing, it is not a file called so") {
  CHECK(build_refusal({"--labels", "--json"}) ==
        ": --labels has no value: '--json' after it is an option (see 'tfrec build --help')");
  CHECK_THAT(build_refusal({"--classes", "-q"}), ContainsSubstring("--classes has no value: '-q'"));
  CHECK_THAT(build_refusal({"--name", "--size=8"}), ContainsSubstring("--name has no value: '--size'"));
  CHECK_THAT(
      build_refusal({"--labels", "--jsno"}),
      ContainsSubstring(
          "--labels needs a file or folder, not '--jsno'; a name that begins with '-' is written ./-"));
  CHECK_THAT(refusal_of({"extract", "in", "-o", "--json"}),
             ContainsSubstring("--out has no value: '--json'"));
  CHECK_THAT(refusal_of({"count", "in", "--config", "-v"}), ContainsSubstring("--config has no value: '-v'"));
  CHECK(build_refusal({"--labels", "-"}).empty());
  CHECK(build_refusal({"--labels=--json"}).empty());
  CHECK(build_refusal({"--missing", "-1"}).empty());
  CHECK(build_refusal({"--label-separator", "-"}).empty());
}

TEST_CASE("A command of other programs gets the one that does the same") {
  using Pair = std::pair<const char*, const char*>;
  for (const auto& [word, command] : {Pair{"ls", "count"},
                                      {"list", "count"},
                                      {"info", "inspect"},
                                      {"show", "inspect"},
                                      {"convert", "build"},
                                      {"create", "build"},
                                      {"check", "verify"},
                                      {"hlep", "help"},
                                      {"fix", "repair"},
                                      {"merge", "reshard"}})
    CHECK_THAT(refusal_of({word}), ContainsSubstring("did you mean '" + std::string(command) + "'?"));
}

TEST_CASE("What the parser refuses is a sentence") {
  CHECK(refusal_of({"build", "-o", "x"}) == ": IMAGES is required (see 'tfrec build --help')");
  CHECK(refusal_of({"build", "images", "--out"}) == ": --out needs a value (OUT) (see 'tfrec build --help')");
  CHECK(build_refusal({"--seed="}) == ": --seed needs a value (N) (see 'tfrec build --help')");
  CHECK(build_refusal({"-q", "-v"}) ==
        ": --quiet and --verbose can't be used together (see 'tfrec build --help')");
  CHECK(build_refusal({"--part", "1/2"}) == ": --part needs --plan (see 'tfrec build --help')");
  CHECK(refusal_of({"--strict", "build"}) ==
        ": unknown option '--strict' (options follow the command: tfrec COMMAND --strict)");
}

TEST_CASE("A flag with a value is refused, however large the number") {
  for (const char* word : {"--no-shuffle=99999999999999999999", "--no-shuffle=2", "--no-shuffle=x"})
    CHECK(build_refusal({word}) == ": --no-shuffle is a flag: it takes no value (see 'tfrec build --help')");
  CHECK(build_refusal({"--no-shuffle=false"}).empty());
}

TEST_CASE("An option given more than once is refused in words of ours") {
  CHECK(build_refusal({"--fit", "pad", "--fit", "crop"}) ==
        ": --fit is given more than once (see 'tfrec build --help')");
}

TEST_CASE("Help, version and no command at all can be run") {
  for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                {"--help"},
                                                {"--version"},
                                                {"-V"},
                                                {"version"},
                                                {"-h"},
                                                {"help"},
                                                {"help", "build"},
                                                {"build", "-h"}})
    CHECK(refusal_of(words).empty());
  CHECK_THAT(refusal_of({"help", "bulid"}), ContainsSubstring("did you mean 'build'?"));
}

TEST_CASE("--json is found in a command line that can't be parsed") {
  const char* with[] = {"tfrec", "bulid", "--json"};
  const char* without[] = {"tfrec", "bulid", "--jsn"};
  CHECK(cli::wants_json(3, with));
  CHECK_FALSE(cli::wants_json(3, without));
}
