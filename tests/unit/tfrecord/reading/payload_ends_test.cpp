// SPDX-License-Identifier: Apache-2.0
// The work is counted, not timed: a file's author chooses keys and offsets.
#include "tfrecord/reading/payload_ends.hpp"

#include <algorithm>
#include <functional>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

constexpr std::uint64_t k_count = 200'000;

using KeyOf = std::function<std::uint32_t(std::uint64_t)>;

/// Ends twelve bytes apart; a reader asks at each for its key and passes it. Returns the work for each end.
double work_per_end(const KeyOf& key_of) {
  PayloadEnds ends;
  for (std::uint64_t i = 0; i < k_count; ++i) ends.add(key_of(i), 12 * i);
  bool are_found = true;
  for (std::uint64_t i = 0; i < k_count; ++i) {
    ends.forget_before(12 * i);
    are_found = are_found && ends.first(key_of(i), 12 * i) == 12 * i;
    are_found = are_found && ends.first(~key_of(i), 12 * i) == std::nullopt;
  }
  CHECK(are_found);
  return static_cast<double>(ends.steps()) / static_cast<double>(k_count);
}

}  // namespace

TEST_CASE("Ends of payloads: the first with the key at an offset or behind is found") {
  PayloadEnds ends;
  ends.add(7, 10);
  ends.add(8, 20);
  ends.add(7, 30);
  CHECK(ends.first(7, 0) == 10U);
  CHECK(ends.first(7, 10) == 10U);
  CHECK(ends.first(7, 11) == 30U);
  CHECK(ends.first(8, 21) == std::nullopt);
  CHECK(ends.first(9, 0) == std::nullopt);
  ends.forget_before(11);
  CHECK(ends.first(7, 0) == 30U);
}

TEST_CASE("Ends of payloads whose keys are chosen by whoever made the file: the work stays linear") {
  CHECK(work_per_end([](std::uint64_t i) { return static_cast<std::uint32_t>(i); }) < 20);
  CHECK(work_per_end([](std::uint64_t) { return 12345U; }) < 20);
  CHECK(work_per_end([](std::uint64_t i) { return static_cast<std::uint32_t>(i << 18); }) < 20);
}

TEST_CASE("Ends of payloads that are forgotten make room for new ones") {
  PayloadEnds ends;
  std::size_t most = 0;
  for (std::uint64_t i = 0; i < 10 * k_count; ++i) {
    ends.add(static_cast<std::uint32_t>(i * 2654435761U), i);
    if (i > 1000) ends.forget_before(i - 1000);
    most = std::max(most, ends.held());
  }
  CHECK(most < 5000);
  CHECK(ends.steps() < 40 * k_count);
}
