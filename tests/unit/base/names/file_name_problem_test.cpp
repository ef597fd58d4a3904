// SPDX-License-Identifier: Apache-2.0
#include "base/names/file_name_problem.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("A path that holds something like a count is recognised") {
  CHECK(looks_like_count("/data/run-12.old/flowers"));
  CHECK(looks_like_count("a-.b"));
  CHECK_FALSE(looks_like_count("/data/run-12/flowers"));
  CHECK_FALSE(looks_like_count("/data/v1.2/flowers-x.y"));
}

TEST_CASE("A name that cannot start the names of files is refused with the reason") {
  CHECK(problem_of_file_name("flowers", 10).empty());
  CHECK(problem_of_file_name("", 10) == "is empty");
  CHECK(problem_of_file_name("flowers", 3) == "is longer than 3 bytes");
  CHECK(problem_of_file_name("-a", 10) == "starts with '-'");
  CHECK(problem_of_file_name("a\n", 10) == "contains a character that can't be shown");
  CHECK(problem_of_file_name("a-1.2", 10) ==
        "contains a '-', digits and a '.', which readers take for the record count");
}
