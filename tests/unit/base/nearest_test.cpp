// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("The nearest candidate is found, case aside") {
  const std::vector<std::string> flowers{"daisy", "dandelion", "roses", "sunflowers", "tulips"};
  CHECK(nearest("tulps", flowers) == "tulips");
  CHECK(nearest("Roses", flowers) == "roses");
  CHECK(nearest("dandylion", flowers) == "dandelion");
  CHECK_FALSE(nearest("cat", flowers).has_value());
  CHECK_FALSE(nearest("", flowers).has_value());
  CHECK_FALSE(nearest("x", std::vector<std::string>{}).has_value());
}
