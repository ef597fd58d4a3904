// SPDX-License-Identifier: Apache-2.0
#include "base/text/nearest.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("The nearest candidate is found, case aside") {
  const std::vector<std::string> flowers{"daisy", "dandelion", "roses", "sunflowers", "tulips"};
  CHECK(nearest("tulps", flowers) == "tulips");
  CHECK(nearest("Roses", flowers) == "roses");
  CHECK(nearest("dandylion", flowers) == "dandelion");
  CHECK(nearest("rsoes", flowers) == "roses");  // two swapped bytes are one slip
  CHECK(nearest("biuld", std::vector<std::string>{"build"}) == "build");
  CHECK_FALSE(nearest("liubd", std::vector<std::string>{"build"}).has_value());
  CHECK_FALSE(nearest("cat", flowers).has_value());
  CHECK_FALSE(nearest("", flowers).has_value());
  CHECK_FALSE(nearest("x", std::vector<std::string>{}).has_value());
}
