// SPDX-License-Identifier: Apache-2.0
// What `--help` looks like, of every command alike.
#include <sstream>
#include <string>

#include "cli/command.hpp"
#include "cli/pages/command_page.hpp"
#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/terminal.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using test::run_tfrec;
using test::RunResult;

namespace {

std::size_t columns_of(const std::string& line) {
  std::size_t columns = 0;
  for (const char c : line) columns += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return columns;
}

std::string help_of(std::string_view command) {
  const RunResult result =
      run_tfrec(command.empty() ? std::vector<std::string>{"--help"}
                                : std::vector<std::string>{std::string(command), "--help"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return result.out;
}

void check_form(const std::string& help) {
  CHECK_THAT(help, !ContainsSubstring("\n\n\n"));
  CHECK_THAT(help, ContainsSubstring("\nExamples:\n  tfrec "));
  CHECK(help.rfind("\nExamples:\n") != std::string::npos);
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK(columns_of(line) <= 80);
    CHECK((line.empty() || line.back() != ' '));
  }
}

/// The arguments of an example, without the program, quotes and what goes into a file.
std::vector<std::string> words_of(std::string_view command) {
  std::vector<std::string> words;
  std::istringstream text{std::string(command)};
  for (std::string word; text >> word && word != ">";) {
    if (word.front() == '\'') word = word.substr(1, word.size() - 2);
    words.push_back(word);
  }
  words.erase(words.begin());
  return words;
}

}  // namespace

TEST_CASE("Help has at most 80 columns, single blank lines, and ends with examples") {
  check_form(help_of(""));
  for (const cli::Command& command : cli::commands()) {
    INFO(command.name);
    const std::string help = help_of(command.name);
    check_form(help);
    CHECK_THAT(help, ContainsSubstring("\nUsage: tfrec " + std::string(command.name) + " "));
    CHECK_THAT(help, ContainsSubstring("\nGeneral:\n"));
    CHECK_THAT(help, ContainsSubstring("  -j, --threads N "));
  }
}

TEST_CASE("build --help has the common groups first, layouts and kinds below") {
  const std::string help = help_of("build");
  std::size_t at = 0;
  for (const char* topic :
       {"Arguments:", "Input:", "Output:", "Images:", "Records:", "Splits:", "Shards:", "Parts:", "General:",
        "Environment:", "Layouts (", "Kinds of --feature", "Examples:"}) {
    INFO(topic);
    const std::size_t found = help.find("\n" + std::string(topic), at);
    REQUIRE(found != std::string::npos);
    at = found;
  }
  CHECK_THAT(help,
             ContainsSubstring("--shard-size SIZE         Mean size of a shard to aim at, as 64MB or 48MiB"));
}

TEST_CASE("The help of --split-column, --fit and --like was hard to read, and did not lead to kept splits") {
  std::string help = help_of("build");
  for (std::size_t at = 0; (at = help.find("\n                            ", at)) != std::string::npos;)
    help.replace(at, 29, " ");
  CHECK_THAT(
      help, ContainsSubstring("Column with the split of each row. Add --split to deal the rows whose cell is "
                              "empty [none]\n"));
  CHECK_THAT(help, ContainsSubstring(
                       "How to reach --size: stretch distorts; crop cuts edges off; pad adds a border; "
                       "short, long: that side becomes N, the other follows [stretch]\n"));
  CHECK_THAT(help,
             ContainsSubstring(
                 "options of an earlier set, but not its splits: keep those by --keep-splits [none]\n"));
}

TEST_CASE("Every option that takes a value tells its default or that it is required") {
  for (const cli::Command& command : cli::commands()) {
    const std::string help = help_of(command.name);
    const std::size_t end = help.find("\nLayouts (");
    std::istringstream lines(help.substr(0, std::min(end, help.find("\nEnvironment:"))));
    std::string option;
    bool takes_value = false;
    std::string text;
    const auto check = [&] {
      INFO(command.name << " " << option << ": " << text);
      if (takes_value)
        CHECK((text.find(']') != std::string::npos || text.find("(required)") != std::string::npos));
    };
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("  -", 0) == 0) {
        check();
        option = line.substr(2, line.find("  ", 2) - 2);
        const std::size_t last = option.rfind(' ');
        takes_value = last != std::string::npos && option[last + 1] != '-';
        text.clear();
      }
      text += line;
    }
    check();
  }
}

TEST_CASE("Every example can be typed") {
  std::vector<cli::CommandPage> pages = cli::all_pages(cli::CommandTree());
  pages.push_back(cli::program_page());
  for (const cli::CommandPage& page : pages) {
    CHECK(page.examples.size() >= 2);
    for (const cli::Example& example : page.examples) {
      INFO(example.command);
      CHECK(example.command.starts_with("tfrec " + page.name));
      std::vector<std::string> words = words_of(example.command);
      if (example.command.find("--config") != std::string_view::npos) continue;
      if (words.back() != "--print-config") words.emplace_back("--print-config");
      const RunResult result = run_tfrec(words);
      CHECK(result.exit_code == 0);
      CHECK(result.err.empty());
    }
  }
}

TEST_CASE("A terminal that is narrow or no UTF-8 is served") {
  if (!test::has_terminals()) return;
  test::RunSettings settings;
  settings.stdout_columns = 50;
  settings.environment = {"LC_ALL=C", "TFREC_PAGER="};
  const RunResult plain = run_tfrec({"count", "--help"}, settings);
  CHECK_THAT(plain.out, ContainsSubstring("Usage: tfrec count PATH... [OPTIONS]"));
  std::istringstream lines(plain.out);
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK(line.size() <= 50);
  }
  settings.environment = {"LC_ALL=en_US.UTF-8", "TFREC_PAGER="};
  CHECK_THAT(run_tfrec({"count", "--help"}, settings).out, ContainsSubstring("PATH… [OPTIONS]"));
  settings.stdout_columns = 0;
  settings.environment = {"LC_ALL=C"};  // a file gets the same bytes everywhere
  CHECK_THAT(run_tfrec({"count", "--help"}, settings).out, ContainsSubstring("PATH… [OPTIONS]"));
}

TEST_CASE("-h is one screen of common options, --help has all of them") {
  for (const cli::Command& command : cli::commands()) {
    const std::string name(command.name);
    INFO(name);
    const RunResult help = run_tfrec({name, "-h"});
    CHECK(help.exit_code == 0);
    CHECK(help.err.empty());
    CHECK(std::count(help.out.begin(), help.out.end(), '\n') <= 28);
    CHECK_THAT(help.out, ContainsSubstring("\nUsage: tfrec " + name + " "));
    CHECK_THAT(help.out, ContainsSubstring("\n'tfrec " + name + " --help' lists all options.\n"));
    CHECK_THAT(help.out, !ContainsSubstring("--print-config"));
    CHECK_THAT(help_of(name), ContainsSubstring("--print-config") && ContainsSubstring("TFREC_CONFIG"));
  }
  for (const char* option : {"--labels", "--out", "--size", "--layout", "--split", "--shards"})
    CHECK_THAT(run_tfrec({"build", "-h"}).out, ContainsSubstring(option));
  CHECK(run_tfrec({"build", "-h", "--help"}).out == help_of("build"));
}

TEST_CASE("Help uses up to 100 columns of a terminal") {
  if (!test::has_terminals()) return;
  test::RunSettings settings;
  settings.stdout_columns = 200;
  settings.environment = {"TFREC_PAGER="};
  std::istringstream lines(run_tfrec({"build", "--help"}, settings).out);
  std::size_t most = 0;
  for (std::string line; std::getline(lines, line);) most = std::max(most, columns_of(line));
  CHECK(most > 90);
  CHECK(most <= 101);  // with the carriage return
}

TEST_CASE("--help goes through the pager of the environment, -h and files do not") {
  if (!test::has_terminals()) return;
  test::RunSettings settings;
  settings.stdout_columns = 80;
  const std::string usage = "Usage: tfrec count ";
  const auto out = [&](const std::vector<std::string>& environment, const char* option = "--help") {
    settings.environment = environment;
    const RunResult result = run_tfrec({"count", option}, settings);
    CHECK(result.exit_code == 0);
    return result.out;
  };
  CHECK_THAT(out({"TFREC_PAGER=sed s/^/T:/", "PAGER=sed s/^/P:/"}), ContainsSubstring("T:" + usage));
  CHECK_THAT(out({"PAGER=sed s/^/P:$LESS:/"}), ContainsSubstring("P:FRX:" + usage));
  CHECK_THAT(out({"PAGER=sed s/^/P:/"}, "-h"), !ContainsSubstring("P:") && ContainsSubstring(usage));
  for (const char* none : {"TFREC_PAGER=", "TFREC_PAGER=cat"})
    CHECK_THAT(out({none, "PAGER=sed s/^/P:/"}), !ContainsSubstring("P:") && ContainsSubstring(usage));
  CHECK_THAT(out({"TFREC_PAGER=/no/such/pager"}), ContainsSubstring(usage));
  settings.stdout_columns = 0;
  CHECK_THAT(out({"PAGER=sed s/^/P:/"}), !ContainsSubstring("P:") && ContainsSubstring(usage));
}
