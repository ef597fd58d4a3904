// SPDX-License-Identifier: Apache-2.0
// Options from the command line, the environment, a file and a manifest: which one wins.
#include "cli/settings/settings.hpp"

#include <cstdlib>

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"
#include "unit/cli/parsing.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

/// A variable that is set for one test.
class Variable {
 public:
  Variable(const char* name, const char* value) : m_name(name) { ::setenv(name, value, 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { ::unsetenv(m_name); }

 private:
  const char* m_name;
};

/// A command line, and what is to be added to it.
class Given {
 public:
  explicit Given(const std::vector<std::string>& words) : m_words(words), m_parsed(m_tree.parse(words)) {}
  const cli::OptionList& command() const { return *m_parsed.command; }
  cli::Settings settings(const std::string& toml) const {
    return *cli::settings_of_toml(toml, "c.toml", m_tree, command());
  }
  cli::AppliedSettings applied(const cli::Settings& file) const {
    return cli::apply_settings(command(), cli::settings_of_environment(command()), file);
  }
  /// What `tfrec plan IMAGES …` gets in the end.
  BuildOptions options(const cli::Settings& file) const {
    std::vector<std::string> words(m_words.begin() + 2, m_words.end());
    for (const std::string& word : applied(file).arguments) words.push_back(word);
    return build_options_of(words);
  }

 private:
  std::vector<std::string> m_words;
  cli::CommandTree m_tree;
  cli::ParsedWords m_parsed;  // with a problem if a setting is to bring an option that is required
};

}  // namespace

TEST_CASE("A flag wins over the environment, the environment over the file, the file over the default") {
  const Variable quality("TFREC_QUALITY", "80");
  const Variable seed("TFREC_SEED", "2");
  const Variable strict("TFREC_STRICT", "yes");
  const Variable gzip("TFREC_GZIP", "0");
  const Variable labels("TFREC_LABELS", "");
  const Given given({"plan", "images", "--quality", "90", "--no-shuffle=false"});
  const BuildOptions options = given.options(given.settings(
      "[plan]\nquality = 70\nseed = 1\nlabel-base = 3\nno-shuffle = true\nlabels = 'a.csv'\n"));
  CHECK(options.image.quality == 90);
  CHECK(options.seed == 2);
  CHECK(options.label_base == 3);
  CHECK(options.strict);
  CHECK(options.shuffle);
  CHECK(options.labels == "a.csv");
  CHECK(options.compression == Compression::none);
  CHECK(options.image.resize.fit == Fit::stretch);
}

TEST_CASE("A manifest's choices come last, and --like among them excludes a flag") {
  const Given given({"plan", "images", "--seed", "3"});
  const cli::Settings manifest{{"like", cli::Setting::Kind::text, {"set/manifest.json"}, "set/manifest.json"},
                               {"seed", cli::Setting::Kind::text, {"9"}, "set/manifest.json"}};
  const BuildOptions options = given.options(manifest);
  CHECK(options.like == "set/manifest.json");
  CHECK(options.seed == 3);
  const Given excluded({"plan", "images", "--quality", "50"});
  CHECK_THROWS_WITH(excluded.options(manifest), ContainsSubstring("can't be used together"));
}

TEST_CASE("A setting that excludes a flag is put aside with a note") {
  const Given given({"plan", "images", "--records-per-shard", "6"});
  const cli::AppliedSettings applied = given.applied(given.settings("[plan]\nshards = 3\nhosts = 2\n"));
  CHECK(applied.notes ==
        std::vector<std::string>{"c.toml:2: 'shards' is ignored, because --records-per-shard is given"});
  CHECK(applied.arguments == std::vector<std::string>{"--hosts=2"});
  REQUIRE(applied.used.size() == 1);
  CHECK(applied.used[0].origin == "c.toml:3");
}

TEST_CASE("A variable whose option needs another one is not meant for this command line") {
  const Variable seed("TFREC_SEED", "7");
  CHECK(Given({"reshard", "x", "-o", "o"}).applied({}).used.empty());
  CHECK(Given({"reshard", "x", "-o", "o", "--shuffle"}).applied({}).used.size() == 1);
}

TEST_CASE("Variables and files become arguments as the command line takes them") {
  const Given given({"plan"});
  const cli::AppliedSettings applied = given.applied(given.settings(
      "[plan]\nimages = '-odd'\nsizes = [16, '8x8']\nstrict = true\nno-image = false\nmissing = ''\n"));
  CHECK(applied.arguments ==
        std::vector<std::string>{"./-odd", "--missing", "", "--sizes=16", "--sizes=8x8", "--strict"});
}

TEST_CASE("What is wrong in a variable is named by the variable") {
  {
    const Variable threads("TFREC_THREADS", "0");
    CHECK_THAT(refusal_of({"count", "x"}),
               ContainsSubstring("TFREC_THREADS: --threads: '0' is not a whole number"));
  }
  const Variable strict("TFREC_STRICT", "maybe");
  CHECK_THAT(refusal_of({"plan", "x"}), ContainsSubstring("TFREC_STRICT: 'strict' is true or false"));
  const Variable slip("TFREC_QUALTIY", "90");
  const Variable other("TFREC_INTEROP_PYTHON", "python3");
  const cli::CommandTree tree;
  CHECK(cli::unknown_variables(tree) ==
        std::vector<std::string>{"the environment variable TFREC_QUALTIY is not the variable of an option; "
                                 "did you mean TFREC_QUALITY?"});
}

TEST_CASE("The printed configuration holds what was given, and comes back as it was") {
  const Given given({"build", "images", "-o", "a \"b\"", "--feature", "a=jpeg", "--feature", "b=png",
                     "--quality", "80", "--name", "007", "--no-shuffle", "--label-separator", "\t"});
  const std::string config = cli::config_file_of(given.command());
  CHECK_THAT(config, ContainsSubstring("[build]\nimages = \"images\"\n"));
  CHECK_THAT(config, ContainsSubstring("feature = [\"a=jpeg\", \"b=png\"]\n"));
  CHECK_THAT(config, ContainsSubstring("label-separator = \"\\u0009\"\n"));
  CHECK_THAT(config, ContainsSubstring("quality = 80\n"));
  CHECK_THAT(config, ContainsSubstring("name = \"007\"\n"));
  CHECK_THAT(config, ContainsSubstring("no-shuffle = true\n"));
  CHECK_THAT(config, ContainsSubstring("out = \"a \\\"b\\\"\"\n"));
  const Given empty({"plan", "images"});
  const BuildOptions again = empty.options(empty.settings(config));
  CHECK(again.features == std::vector<std::string>{"a=jpeg", "b=png"});
  CHECK(again.name == "007");
  CHECK_FALSE(again.shuffle);
}
