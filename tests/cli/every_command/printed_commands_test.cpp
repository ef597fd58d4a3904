// SPDX-License-Identifier: Apache-2.0
// What the program prints to be typed, with hostile names, read by real shells: each word comes back as the
// name, and nothing else happens.
#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "support/catch.hpp"
#include "support/scenes/flowers.hpp"
#include "support/skipped.hpp"

using namespace tfrec::test;

namespace {

const Words k_pieces{" ",
                     "'",
                     "\"",
                     "`touch pwn`",
                     "$(touch pwn)",
                     "$HOME",
                     "\n",
                     "\t",
                     "\x1B[31m",
                     "\x7F",
                     "-",
                     "~",
                     "!",
                     "!!",
                     "*",
                     "?",
                     "[",
                     "]",
                     "{a,b}",
                     "{}",
                     "%s",
                     "%",
                     "#",
                     "=",
                     "\\",
                     "\\n",
                     ";",
                     "&",
                     "|",
                     "<",
                     ">",
                     "(",
                     ")",
                     "^",
                     ",",
                     ":",
                     ".",
                     "\xC3\xA9",
                     "\xE2\x80\x8B",
                     "\xE2\x80\xAE",
                     "\r",
                     "\x01",
                     "a",
                     "7",
                     "--help",
                     "\xC2\xA0",
                     "\xC2\x9B",
                     "[a,b]"};
const Words k_not_utf8{"\xFF", "\xC3", "\xE2\x80"};

/// The same names in every run: one to five pieces each, all of them once alone.
Words hostile_names(bool utf8) {
  const Words pieces = utf8 ? k_pieces : k_pieces + k_not_utf8;
  std::mt19937 random(15);  // NOLINT: the same in every run
  Words names;
  for (const std::string& piece : pieces) names.push_back(piece);
  for (int i = 0; i < 30; ++i) {
    std::string name;
    for (auto count = 2 + random() % 4; count > 0; --count) name += pieces[random() % pieces.size()];
    names.push_back(name);
  }
  return names;
}

bool is_file_name(const std::string& name) {
  return name != "." && name != "..";
}

/// A blank name names no column, and one of an image column is taken for that.
bool is_column_name(const std::string& name) {
  return name.find_first_not_of(" \t\r\n") != std::string::npos;
}

/// The words of command lines as `shell` passes them on; it runs in an empty folder, which stays empty.
std::vector<Words> words_of(const Words& lines, const std::string& shell) {
  const ScratchFolder empty;
  const std::string script =
      shell.ends_with("fish")
          ? R"(function tfrec; printf '%s\0' $argv; end; for line in $argv; eval $line; printf '\1--\0'; end)"
          : R"(tfrec() { printf '%s\0' "$@"; }; for line; do eval "$line"; printf '\1--\0'; done)";
  Words arguments{"-c", script};
  if (shell.ends_with("bash")) arguments = Words{"--norc", "--noprofile"} + arguments;
  if (shell.ends_with("zsh")) arguments = Words{"-f"} + arguments;
  if (!shell.ends_with("fish")) arguments.push_back(shell);
  const RunResult result =
      run_program(shell, arguments + lines, in(empty, {"HOME=" + empty.path().string(), "LC_ALL=C.UTF-8"}));
  INFO(shell << ": " << result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  for (const auto& entry : fs::directory_iterator(empty.path())) {
    if (entry.path().filename().string().starts_with('.')) continue;  // fish keeps its own files there
    FAIL("made " << entry.path());
  }
  std::vector<Words> found(1);
  for (std::size_t at = 0; at < result.out.size();) {
    const std::size_t end = result.out.find('\0', at);
    const std::string word = result.out.substr(at, end - at);
    if (word == "\1--") {
      found.emplace_back();
    } else {
      found.back().push_back(word);
    }
    at = end + 1;
  }
  found.pop_back();
  return found;
}

struct Case {
  std::string line;  // that is typed
  Words words;       // that are meant
};

/// Every shell of this machine reads the lines as they are meant.
void check(const std::vector<Case>& cases) {
  REQUIRE(cases.size() > 30);
  for (const char* shell : {"/bin/bash", "/usr/bin/zsh", "/bin/dash", "/usr/bin/fish"}) {
    if (!fs::exists(shell)) continue;
    const bool knows_escapes = std::string(shell).ends_with("bash") || std::string(shell).ends_with("zsh");
    std::vector<Case> readable;
    Words lines;
    for (const Case& one : cases) {
      if (!knows_escapes && one.line.find("$'") != std::string::npos) continue;
      readable.push_back(one);
      lines.push_back(one.line);
    }
    const std::vector<Words> found = words_of(lines, shell);
    REQUIRE(found.size() == readable.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      INFO(shell << ": " << lines[i]);
      CHECK(found[i] == readable[i].words);
    }
  }
}

/// What follows `begin` in the text, to the end of its line; all of the text is safe to print.
std::string line_after(const std::string& text, const std::string& begin) {
  INFO(text);
  std::string one_line = text;
  std::replace(one_line.begin(), one_line.end(), '\n', ' ');
  CHECK(tfrec::printable(one_line) == one_line);
  const std::size_t at = text.find(begin);
  REQUIRE(at != std::string::npos);
  const std::size_t from = at + begin.size();
  return text.substr(from, text.find('\n', from) - from);
}

std::string csv_cell(const std::string& text) {
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + "\"";
}

}  // namespace

TEST_CASE("Every quoted word comes back from a shell as it was") {
  std::vector<Case> cases{{"tfrec ''", {""}}};
  for (const std::string& name : hostile_names(false)) {
    cases.push_back({"tfrec " + tfrec::shell_word(name) + " b", {name, "b"}});
    cases.push_back({"tfrec " + tfrec::shell_option("--group", name),
                     name.starts_with('-') ? Words{"--group=" + name} : Words{"--group", name}});
  }
  check(cases);
}

TEST_CASE("A hint with a path can be typed as it is printed") {
  const Flowers flowers;
  std::vector<Case> cases;
  for (const std::string& name : hostile_names(false)) {
    if (!is_file_name(name)) continue;
    const bool is_list = name.starts_with('[') && name.ends_with(']');  // to CLI11
    const std::string typed = name.starts_with('-') ? "./" + name : name;
    const std::string shown = is_list ? "./" + name : typed;
    fs::create_directory(flowers.scratch / name);
    const RunResult folder = flowers.run({typed});
    CHECK(folder.exit_code == 2);
    cases.push_back({line_after(folder.err, "a command comes first: "),
                     {"build", shown, "-o", "OUT", "or", "tfrec", "inspect", shown}});

    flowers.scratch.write(name + ".csv", "\x1F\x8B");
    const RunResult table = flowers.run({"build", "-o", "out", "--", name + ".csv"});
    CHECK(table.exit_code == 2);
    cases.push_back({"tfrec " + line_after(table.err, "a table is given as "), {"--labels", typed + ".csv"}});

    const RunResult packed = flowers.run({"build", "images", "--labels", typed + ".csv", "-o", "out"});
    CHECK(packed.exit_code == 1);
    cases.push_back({"tfrec " + line_after(packed.err, "hint: gunzip "), {"--keep", typed + ".csv"}});
  }
  check(cases);
}

TEST_CASE("A hint with a column can be typed as it is printed") {
  const Flowers flowers;
  std::vector<Case> cases;
  for (const std::string& name : hostile_names(true)) {
    if (!is_column_name(name)) continue;
    flowers.scratch.write("two.csv", "image," + csv_cell(name) + ",zz\na00.jpg,x,y\na01.jpg,y,x\n");
    const Words build{"build", "images", "--labels", "two.csv", "-o", "out", "-q"};
    const RunResult several = flowers.run(build + Words{"--layout", "flowers"});
    CHECK(several.exit_code == 2);
    const Words option =
        name.starts_with('-') ? Words{"--label-column=" + name} : Words{"--label-column", name};
    cases.push_back({"tfrec " + line_after(several.err, "hint: choose with "), option});

    if (cases.size() % 8 != 0) continue;  // it takes a while
    // What is printed works: the column is found.
    const RunResult fine = flowers.run(build + Words{"--layout", "flowers", "--dry-run"} + option);
    INFO(fine.err);
    CHECK(fine.exit_code == 0);
  }
  check(cases);
}

TEST_CASE("The next command of a part finishes the set when it is pasted") {
  const Flowers flowers;
  for (const std::string& name : Words{"-o my set", "b$(touch pwn)`touch pwn`", "it's \"a\" {}%s",
                                       "set[1]*?\\", "~!\n\x1B[31m\xFF", "[a,b]"}) {
    const std::string plan = "./" + name + ".p";
    const std::string out = "./" + name;
    REQUIRE(flowers.run({"plan", "images", "-o", plan}).exit_code == 0);
    const RunResult part = flowers.run({"build", "images", "--plan", plan, "--part", "1/1", "-o", out});
    INFO(part.err);
    REQUIRE(part.exit_code == 0);
    const std::string line = line_after(part.out, "next     when all parts are done: ");
    INFO(line);
    const RunResult pasted = run_program(
        "/bin/bash", {"-c", line},
        in(flowers.scratch, {"PATH=" + tfrec_binary().parent_path().string() + ":/usr/bin:/bin"}));
    INFO(pasted.err);
    CHECK(pasted.exit_code == 0);
    CHECK(fs::exists(flowers.scratch / (name + "/manifest.json")));
    CHECK_FALSE(fs::exists(flowers.scratch / "pwn"));
    CHECK(flowers.run({"count", name.starts_with('-') ? out : name, "-q"}).exit_code == 0);
  }
}
