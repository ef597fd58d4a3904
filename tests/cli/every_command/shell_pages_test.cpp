// SPDX-License-Identifier: Apache-2.0
// Man pages and completions contain what the help contains: all are made from the options.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>

#include "cli/command.hpp"
#include "support/build_paths.hpp"
#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/skipped.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using test::RunResult;
using test::ScratchFolder;

namespace {

using Names = std::set<std::string>;

/// A folder with all of them.
struct Pages : ScratchFolder {
  Pages() { REQUIRE(test::run_program(test::k_write_pages, {path().string()}).exit_code == 0); }
};

/// All words "--name" in a text.
Names long_names(const std::string& text) {
  Names names;
  for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at + 2)) {
    std::size_t end = at + 2;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-'))
      ++end;
    if (end > at + 2) names.insert(text.substr(at, end - at));
  }
  return names;
}

/// The options that a command's help lists.
Names helped(const std::string& command) {
  std::istringstream help(test::run_tfrec({command, "--help"}).out);
  Names names;
  for (std::string line; std::getline(help, line);) {
    if (line.rfind("  -", 0) == 0) names.merge(long_names(line.substr(0, 28)));
  }
  return names;
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part))
    text.erase(at, part.size());
  return text;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  REQUIRE(from != std::string::npos);
  return text.substr(from, text.find(end, from + begin.size()) - from);
}

/// The options at the begin of a man page's paragraphs.
Names manned(const std::string& page) {
  Names names;
  const std::string options = between(page, "\n.SH OPTIONS", "\n.SH E");
  for (std::size_t at = options.find("\n.TP\n"); at != std::string::npos;
       at = options.find("\n.TP\n", at + 5)) {
    names.merge(long_names(
        without(without(options.substr(at + 5, options.find('\n', at + 5) - at - 5), "\\fR"), "\\")));
  }
  return names;
}

bool has_program(const std::string& program) {
  const bool there = test::run_program("/bin/sh", {"-c", "command -v " + program}).exit_code == 0;
  return there || test::skipped("no " + program + " here");
}

/// What bash offers for the last of these words, one a line.
std::string offered(const Pages& pages, const std::string& words) {
  const RunResult result = test::run_program(
      "/bin/bash",
      {"--norc", "-c",
       "source bash/tfrec; COMP_WORDS=(" + words +
           "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tfrec; printf '%s\n' \"${COMPREPLY[@]}\""},
      in(pages));
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return result.out;
}

}  // namespace

TEST_CASE("Man pages and completions know the options that the help lists, and no others") {
  const Pages pages;
  const std::string bash = pages.read("bash/tfrec");
  const std::string zsh = pages.read("zsh/_tfrec");
  const std::string fish = pages.read("fish/tfrec.fish");
  const std::string program = pages.read("man/man1/tfrec.1");
  for (const cli::Command& command : cli::commands()) {
    const std::string name(command.name);
    INFO(name);
    const Names options = helped(name);
    CHECK(options.size() >= 6);
    CHECK(manned(pages.read("man/man1/tfrec-" + name + ".1")) == options);
    const std::string in_bash = between(bash, "\n    " + name + ")\n", "esac ;;");
    CHECK(long_names(between(in_bash, "*) if", "\" ;;\n")) == options);
    const std::string in_zsh = between(zsh, "\n        " + name + ") _arguments", " ;;\n");
    Names zsh_names;
    std::istringstream lines(in_zsh);
    for (std::string line; std::getline(lines, line);)
      zsh_names.merge(long_names(line.substr(0, line.find('['))));
    CHECK(zsh_names == options);
    Names fish_names;
    std::istringstream fish_lines(fish);
    for (std::string line; std::getline(fish_lines, line);) {
      const std::size_t at = line.find(" -l ");
      if (line.find("_from " + name + "'") == std::string::npos || at == std::string::npos) continue;
      fish_names.insert("--" + line.substr(at + 4, line.find(' ', at + 4) - at - 4));
    }
    CHECK(fish_names == options);
    CHECK_THAT(program, ContainsSubstring("tfrec\\-" + name));
  }
}

TEST_CASE("bash completes commands, options, words and files") {
  const Pages pages;
  pages.write("photos/a.jpg", "");
  pages.write("train set.csv", "");
  CHECK(offered(pages, "tfrec ver") == "verify\nversion\n");
  CHECK(offered(pages, "tfrec help ve") == "verify\n");
  CHECK(offered(pages, "tfrec build photos --fi") == "--files\n--fit\n");
  CHECK(offered(pages, "tfrec build photos --fit s") == "stretch\nshort\n");
  CHECK(offered(pages, "tfrec build photos --fit = cr") == "crop\n");
  CHECK(offered(pages, "tfrec build photos --fit =") == "stretch\ncrop\npad\nshort\nlong\n");
  CHECK(offered(pages, "tfrec build photos --labels tra") == "train set.csv\n");
  CHECK(offered(pages, "tfrec build p") == "photos\n");
  CHECK(offered(pages, "tfrec build ''").find("train") == std::string::npos);  // folders alone
  CHECK(offered(pages, "tfrec count tra") == "train set.csv\n");
  CHECK(offered(pages, "tfrec build photos --quality 9") == "\n");
  CHECK(offered(pages, "tfrec --v") == "--version\n");
}

TEST_CASE("fish completes words and commands") {
  if (!has_program("fish")) return;
  const Pages pages;
  const RunResult result = test::run_program("/usr/bin/env",
                                             {"fish", "--no-config", "-c",
                                              "source fish/tfrec.fish; complete -C 'tfrec build --fit cr'; "
                                              "complete -C 'tfrec ver'; complete -C 'tfrec help cou'"},
                                             in(pages, {"HOME=" + pages.path().string()}));
  CHECK(result.out.rfind("crop\t", 0) == 0);
  CHECK_THAT(result.out, ContainsSubstring("\nverify\t"));
  CHECK_THAT(result.out, ContainsSubstring("\ncount\t"));
}

TEST_CASE("zsh takes the completion") {
  if (!has_program("zsh")) return;
  const Pages pages;
  const RunResult result = test::run_program("/usr/bin/env",
                                             {"zsh", "-f", "-c",
                                              "fpath=($PWD/zsh $fpath); autoload -Uz compinit; compinit -u "
                                              "-D; autoload +X -Uz _tfrec && print $_comps[tfrec]"},
                                             in(pages));
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out == "_tfrec\n");
  CHECK(test::run_program("/usr/bin/env", {"zsh", "-n", "zsh/_tfrec"}, in(pages)).exit_code == 0);
}

TEST_CASE("groff prints no warning about the man pages") {
  if (!has_program("groff")) return;
  const Pages pages;
  for (const auto& page : std::filesystem::directory_iterator(pages.path() / "man/man1")) {
    const RunResult result = test::run_program(
        "/usr/bin/env", {"groff", "-man", "-ww", "-Tascii", "-P-cbou", page.path().string()});
    INFO(page.path());
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK_THAT(result.out, ContainsSubstring("EXAMPLES"));
  }
}
