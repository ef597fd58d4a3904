// SPDX-License-Identifier: Apache-2.0
#include "shards/record_selection.hpp"

#include <random>
#include <set>

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Without ranges all records are selected") {
  const RecordSelection all;
  CHECK(all.contains(0));
  CHECK(all.contains(UINT64_MAX));
  CHECK(all.end() == UINT64_MAX);
}

TEST_CASE("Ranges that overlap, touch or repeat select what each of them does") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    RecordSelection selection;
    std::set<std::uint64_t> wanted;
    for (int i = 0; i < 6; ++i) {
      const std::uint64_t first = random() % 30;
      const std::uint64_t last = first + random() % 8;
      selection.add(first, last);
      for (std::uint64_t index = first; index <= last; ++index) wanted.insert(index);
    }
    CHECK(selection.end() == *wanted.rbegin() + 1);
    for (std::uint64_t index = 0; index < 40; ++index) {
      INFO(index);
      CHECK(selection.contains(index) == wanted.contains(index));
    }
  }
}
