// SPDX-License-Identifier: Apache-2.0
#include "records/copy/class_tally.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

std::vector<std::uint64_t> tallied(ClassTally tally, const std::vector<NamedValues>& features) {
  const std::string payload = payload_of(features);
  ExampleView view;
  REQUIRE(view.parse(payload));
  tally.add(view);
  return tally.records();
}

using Counts = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("Class numbers are counted from the base on, and numbers of no class are not") {
  const ClassTally tally("ids", 3, {1});
  CHECK(tallied(tally, {{"ids", Integers{1, 3}}}) == Counts{1, 0, 1});
  CHECK(tallied(tally, {{"ids", Integers{0, 4, -1, INT64_MIN, INT64_MAX}}}) == Counts{0, 0, 0});
  CHECK(tallied(tally, {{"other", Integers{1}}}) == Counts{0, 0, 0});
}

TEST_CASE("A record counts once for a class whose number it has several times") {
  const ClassTally tally("ids", 3, {0}, ClassUnit::record);
  CHECK(tallied(tally, {{"ids", Integers{2, 0, 2, 0, 2}}}) == Counts{1, 0, 1});
  CHECK(tallied(ClassTally("ids", 3, {0}), {{"ids", Integers{2, 0, 2, 0, 2}}}) == Counts{2, 0, 3});
}

TEST_CASE("One value per class counts where it is more than 0") {
  const ClassTally tally("hot", 3, {0});
  CHECK(tallied(tally, {{"hot", Floats{0, 1, 0.5F}}}) == Counts{0, 1, 1});
  CHECK(tallied(tally, {{"hot", Floats{1, 0, 0, 1}}}) == Counts{1, 0, 0});
}

TEST_CASE("Tallies add up") {
  const std::string payload = payload_of({{"ids", Integers{0, 1}}});
  ExampleView view;
  REQUIRE(view.parse(payload));
  ClassTally one("ids", 2, {0});
  ClassTally other("ids", 2, {0});
  one.add(view);
  other.add(view);
  one.add(other);
  CHECK(one.records() == Counts{2, 2});
}
