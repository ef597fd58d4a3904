// SPDX-License-Identifier: Apache-2.0
#include "records/make/stored_samples.hpp"

#include "support/catch.hpp"

using namespace tfrec;

namespace {

using Numbers = std::vector<std::size_t>;

std::vector<SampleIndex> samples(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}

Numbers numbers_of(const std::vector<SampleIndex>& samples) {
  Numbers numbers;
  for (const SampleIndex sample : samples) numbers.push_back(sample.value());
  return numbers;
}

std::vector<BadSample> bad(const Numbers& numbers) {
  std::vector<BadSample> all;
  for (const std::size_t number : numbers) all.push_back({SampleIndex(number), "why"});
  return all;
}

Numbers stored(const Numbers& planned, const Numbers& of_bad, BadPlaces places) {
  return numbers_of(stored_samples(samples(planned), bad(of_bad), places));
}

}  // namespace

TEST_CASE("A shard stores what was planned, in order, without bad samples") {
  CHECK(stored({7, 3, 9, 1}, {}, BadPlaces::left_out) == Numbers{7, 3, 9, 1});
  CHECK(stored({7, 3, 9, 1}, {7, 1}, BadPlaces::left_out) == Numbers{3, 9});
  CHECK(stored({7, 3}, {7, 3}, BadPlaces::left_out).empty());
}

TEST_CASE("Places of bad samples are filled at the end, from the first good one on, and again") {
  CHECK(stored({7, 3, 9, 1}, {}, BadPlaces::filled) == Numbers{7, 3, 9, 1});
  CHECK(stored({7, 3, 9, 1}, {3}, BadPlaces::filled) == Numbers{7, 9, 1, 7});
  CHECK(stored({7, 3, 9, 1, 5}, {7, 9, 1}, BadPlaces::filled) == Numbers{3, 5, 3, 5, 3});
  CHECK(numbers_of(samples_for_bad(samples({7, 3, 9}), bad({7, 9}))) == Numbers{3, 3});
}

TEST_CASE("A shard of bad samples alone stores none") {
  CHECK(stored({7, 3}, {7, 3}, BadPlaces::filled).empty());
}
