// SPDX-License-Identifier: Apache-2.0
#include "base/text/python_text.hpp"

#include <string>
#include <utility>
#include <vector>

#include "base/text/printable.hpp"
#include "support/catch.hpp"

using namespace tfrec;

using Table = std::vector<std::pair<std::string, std::string>>;

TEST_CASE("A Python literal has every sign that could end it or move a cursor as an escape") {
  const Table table{
      {"", R"("")"},
      {"a b/'c'", R"("a b/'c'")"},
      {R"(a"b\c)", R"("a\"b\\c")"},
      {"a\nb\t\r", R"("a\nb\t\r")"},
      {"\x1B[0m\x7F", R"("\x1B[0m\x7F")"},
      {"gr\xC3\xBC\xC3\x9F {x} %s", "\"gr\xC3\xBC\xC3\x9F {x} %s\""},
      {"\xE2\x80\x8B", R"("\U0000200B")"},
      {"\xF3\xA0\x80\x81", R"("\U000E0001")"},
      {"\xFF\xC3\xBC\"", R"(b"\xFF\xC3\xBC\"")"},
  };
  for (const auto& [text, literal] : table) {
    CHECK(python_literal(text) == literal);
    CHECK(printable(literal) == literal);
  }
}

TEST_CASE("A glob of a path matches the path alone") {
  const Table table{
      {"a/b.c", "a/b.c"},      {"set[1]", "set[[]1]"}, {"a*b?", "a[*]b[?]"},
      {R"(a\b)", R"(a[\\]b)"}, {"{a,b}!^", "{a,b}!^"},
  };
  for (const auto& [path, pattern] : table) CHECK(glob_escaped(path) == pattern);
}
