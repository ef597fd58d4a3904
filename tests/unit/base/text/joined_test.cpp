// SPDX-License-Identifier: Apache-2.0
#include "base/text/joined.hpp"

#include <vector>

#include "base/text/in_quotes.hpp"
#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Items are joined with the text between them, empty ones too") {
  CHECK(joined(std::vector<std::string>{}, ", ").empty());
  CHECK(joined(std::vector<std::string>{"a", "", "b"}, ", ") == "a, , b");
  CHECK(joined(std::vector<int>{1, 2}, "x", [](int number) { return std::to_string(number); }) == "1x2");
  CHECK(quoted_list(std::vector<std::string>{"a", "b\n"}) == "'a', 'b\\n'");
}
