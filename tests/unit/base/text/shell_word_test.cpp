// SPDX-License-Identifier: Apache-2.0
#include "base/text/shell_word.hpp"

#include <string>
#include <utility>
#include <vector>

#include "base/text/printable.hpp"
#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Plain words stay as they are") {
  for (const char* word :
       {"a", "photos/train.csv", "image=jpeg", "x=float:a,b", "1%", "../a-b_c", "a@b:c", "-x"})
    CHECK(shell_word(word) == word);
}

TEST_CASE("Words that mean something to a shell are quoted") {
  const std::vector<std::pair<std::string, std::string>> table{
      {"", "''"},
      {"my plan.plan", "'my plan.plan'"},
      {"b$(touch pwn)", "'b$(touch pwn)'"},
      {"`a`", "'`a`'"},
      {"it's", R"('it'\''s')"},
      {R"(a\b)", R"('a'\\'b')"},
      {"~a", "'~a'"},
      {"a!", "'a!'"},
      {"set[1]", "'set[1]'"},
      {"{a,b}", "'{a,b}'"},
      {"#a", "'#a'"},
      {"a*?", "'a*?'"},
      {"=ls", "'=ls'"},
      {"%1", "'%1'"},
      {"a;b&c|d<e>f", "'a;b&c|d<e>f'"},
      {"gr\xC3\xBC\xC3\x9F", "'gr\xC3\xBC\xC3\x9F'"},
      {"a\nb\tc\r", R"($'a\nb\tc\r')"},
      {"\x1B[31m", R"($'\033[31m')"},
      {"\x7F"
       "7",
       R"($'\1777')"},
      {"\xFF'\\", R"($'\377\'\\')"},
      {"\xE2\x80\x8B", R"($'\342\200\213')"},  // of no width
  };
  for (const auto& [word, quoted] : table) {
    CHECK(shell_word(word) == quoted);
    CHECK(printable(quoted) == quoted);
  }
}

TEST_CASE("A path or a value that begins with '-' is not taken for an option") {
  CHECK(shell_path("-x y") == "'./-x y'");
  CHECK(shell_path("--") == "./--");
  CHECK(shell_path("a-b") == "a-b");
  CHECK(shell_path("") == "''");
  CHECK(shell_option("--group", "a b") == "--group 'a b'");
  CHECK(shell_option("--group", "-a b") == "--group='-a b'");
}
