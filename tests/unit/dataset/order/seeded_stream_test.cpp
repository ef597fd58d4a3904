// SPDX-License-Identifier: Apache-2.0
#include "dataset/order/seeded_stream.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("The stream is SplitMix64: its published numbers for state 1234567") {
  constexpr std::uint64_t k_hash_of_nothing = 0xcbf29ce484222325ULL;
  SeededStream stream(1234567 ^ k_hash_of_nothing, "");
  for (const std::uint64_t expected : {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                       4593380528125082431ULL, 16408922859458223821ULL}) {
    CHECK(stream.next() == expected);
  }
}

TEST_CASE("The permutation has golden values") {
  // From an independent implementation of docs/format.md in Python.
  CHECK(shuffled(10, 42, "shuffle") == std::vector<std::uint32_t>{4, 9, 1, 6, 7, 8, 0, 3, 2, 5});
  CHECK(shuffled(10, 43, "shuffle") == std::vector<std::uint32_t>{3, 0, 5, 7, 2, 1, 4, 6, 9, 8});
  const auto thousand = shuffled(1000, 42, "shuffle");
  CHECK(std::vector<std::uint32_t>(thousand.begin(), thousand.begin() + 4) ==
        std::vector<std::uint32_t>{931, 850, 797, 112});
  CHECK(thousand.back() == 542);
}

TEST_CASE("A permutation holds every number once") {
  for (const std::uint32_t count : {0U, 1U, 2U, 3U, 17U, 1000U}) {
    auto places = shuffled(count, 7, "shuffle");
    std::sort(places.begin(), places.end());
    for (std::uint32_t i = 0; i < count; ++i) CHECK(places[i] == i);
    CHECK(places.size() == count);
  }
}

TEST_CASE("Numbers below a bound are spread evenly") {
  SeededStream stream(1, "test");
  std::vector<int> hits(7);
  for (int i = 0; i < 70'000; ++i) ++hits[stream.below(7)];
  for (const int count : hits) CHECK(std::abs(count - 10'000) < 500);
}
