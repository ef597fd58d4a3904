// SPDX-License-Identifier: Apache-2.0
#include "example/comma_list.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;
using Items = std::vector<std::string>;

TEST_CASE("A list is taken apart at commas, quoted items as in CSV") {
  CHECK(parse_comma_list("a").items == Items{"a"});
  CHECK(parse_comma_list("a,b c").items == Items{"a", "b c"});
  CHECK(parse_comma_list("\"a,b\",\"c\"\"d\"").items == Items{"a,b", "c\"d"});
  CHECK(parse_comma_list("\"a").problem == "a quote is not closed");
  CHECK(parse_comma_list("\"a\"b").problem == "expected ',' after a quoted name");
}

TEST_CASE("An empty item of a list is a mistake unless it is quoted") {
  for (const char* list : {"a,,b", ",a", "a,", ",", "\"a\","})
    CHECK(parse_comma_list(list).problem == "an item of the list is empty");
  CHECK(parse_comma_list("a,\"\"").items == Items{"a", ""});
  CHECK(parse_comma_list("").items == Items{""});
}
