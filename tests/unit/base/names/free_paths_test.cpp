// SPDX-License-Identifier: Apache-2.0
#include "base/names/free_paths.hpp"

#include "support/catch.hpp"

using tfrec::FreePaths;

TEST_CASE("A path is given once, also where case is ignored") {
  FreePaths paths;
  CHECK(paths.take("a", ".txt") == "a.txt");
  CHECK(paths.take("A", ".txt") == "A-2.txt");
  CHECK(paths.take("a", ".txt") == "a-3.txt");
  CHECK(paths.take("a", ".bin") == "a.bin");
  CHECK(paths.take("b", ".txt", [](const std::string& stem) { return stem == "b"; }) == "b-2.txt");
}

TEST_CASE("No file is given the path of a folder") {
  FreePaths paths;
  CHECK(paths.take("a/b/c", ".txt") == "a/b/c.txt");
  CHECK(paths.take("a/b", "") == "a/b-2");
  CHECK(paths.take("A", "") == "A-2");
  CHECK_FALSE(paths.is_blocked("a/b/d"));
  CHECK(paths.is_blocked("a/b/C.txt/d"));
  CHECK(paths.is_blocked("a-2/d"));
}
