// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "unit/cli/parsing.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

TEST_CASE("--part is I/N with I from 1 to N") {
  for (const char* wrong : {"0/2", "3/2", "1", "1/", "/2", "a/b", "1/0", "-1/2", "1/2/3", "1/9999999999"}) {
    INFO(wrong);
    const cli::Invocation part =
        invocation_of({"build", "images", "--plan", "no.plan", "-o", "out", std::string("--part=") + wrong});
    cli::Console console(part.options);
    CHECK_THAT(error_of([&] { part.run(console); }), ContainsSubstring("is not I/N with I from 1 to N"));
  }
}

TEST_CASE("--plan excludes the options that the plan decides about") {
  const std::vector<std::string> part{"--plan", "no.plan", "--part", "1/2"};
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = part;
    words.insert(words.end(), more.begin(), more.end());
    return build_refusal(words);
  };
  CHECK(refused({"--test", "unseen", "--memory", "1GB", "--no-reread", "-q"}) == "");
  for (const char* option : {"--quality=90", "--labels=l.csv", "--shards=3", "--seed=1", "--overwrite",
                             "--max-bad=1", "--depfile=d", "--dry-run", "--split=a=1"}) {
    INFO(option);
    CHECK_THAT(refused({option}), ContainsSubstring("and --plan can't be used together"));
  }
  CHECK_THAT(build_refusal({"--part", "1/2"}), ContainsSubstring("--part needs --plan"));
}
