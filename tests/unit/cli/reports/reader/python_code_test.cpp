// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/reader/python_code.hpp"

#include "support/catch.hpp"

using namespace tfrec::cli;

TEST_CASE("A Python word has the quotes and escapes that ruff writes") {
  CHECK(python_word("a b") == "\"a b\"");
  CHECK(python_word("it's") == "\"it's\"");
  CHECK(python_word("say \"x\"") == "'say \"x\"'");
  CHECK(python_word("say \"x\"\\\n") == R"('say "x"\\\n')");
  CHECK(python_word("\"'") == R"("\"'")");
  CHECK(python_word("\x1B\xFF") == R"(b"\x1b\xff")");
  CHECK(python_word("\xE2\x80\x8B\\xAB") == R"("\U0000200b\\xAB")");
}

TEST_CASE("A list is broken into lines where it passes 88 columns") {
  const std::string item = "\"" + std::string(37, 'x') + "\"";
  CHECK(python_list("A = ", {"1", "2"}) == "A = [1, 2]");
  CHECK(python_list("ABC = ", {item, item}) == "ABC = [" + item + ", " + item + "]");
  CHECK(python_list("ABC = ", {item, item}, "", 1) == "ABC = [\n    " + item + ",\n    " + item + ",\n]");
  CHECK(python_call("abcd", {item, item}, "", 4) == "abcd(\n    " + item + ", " + item + "\n)");
  CHECK(python_call("f", {item, item, "1"}, ":") == "f(" + item + ", " + item + ", 1):");
}

TEST_CASE("A long list has as many items in a line as fit") {
  const std::string item = "\"" + std::string(37, 'x') + "\"";
  CHECK(python_filled("A = ", '[', {item, item, "1"}, ']') ==
        "# fmt: off\nA = [\n    " + item + ", " + item + ", 1,\n]\n# fmt: on");
  CHECK(python_filled("A = ", '{', {item, item, item}, '}') ==
        "# fmt: off\nA = {\n    " + item + ", " + item + ",\n    " + item + ",\n}\n# fmt: on");
}
