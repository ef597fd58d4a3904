// SPDX-License-Identifier: Apache-2.0
#include "records/copy/edge_search.hpp"

#include <cmath>

#include "base/text/number.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// The smallest step between numbers with as many decimals.
double step_of(double number) {
  const std::string text = number_text(number);
  const std::size_t point = text.find('.');
  return point == std::string::npos ? 1 : std::pow(10.0, -static_cast<double>(text.size() - point - 1));
}

}  // namespace

TEST_CASE("An edge is the number nearest to the stored one of those with as few decimals") {
  for (const float stored : {0.1234567F, 0.3333333F, 0.5432198F, 0.7777777F, 0.9182736F}) {
    for (const double side : {640.0, 1000.0, 4032.0}) {
      INFO(stored << " of " << side);
      EdgeSearch search;
      search.add(AxisValue::low, stored, side);
      search.add(AxisValue::high, 1, side);
      const auto edges = search.find({0, side});
      REQUIRE(edges);
      CHECK(std::abs(edges->low - double{stored} * side) <= 0.51 * step_of(edges->low));
      CHECK(edges->high == side);
    }
  }
}

TEST_CASE("No edges follow from a length or a centre that is not a number, however far from 0 the other is") {
  for (const AxisValue value : {AxisValue::length, AxisValue::centre}) {
    EdgeSearch search;
    search.add(AxisValue::low, 1e9F, 1);
    search.add(value, std::nanf(""), 1);
    CHECK_FALSE(search.find({}));
  }
}
