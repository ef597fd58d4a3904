// SPDX-License-Identifier: Apache-2.0
#include "dataset/order/mixing.hpp"

#include "dataset/order/dealing.hpp"
#include "dataset/order/seeded_stream.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// Labels of records in their order, dealt to shards.
MixingScore score_of(const std::vector<std::uint64_t>& labels, std::uint64_t shards) {
  LabelTally tally;
  for (const PlaceRange& range : deal({Place(0), Place(labels.size())}, shards)) {
    tally.begin_shard();
    for (Place place = range.begin; place < range.end; ++place) tally.add(labels[place.value()]);
  }
  return mixing_score(tally);
}

/// `records` of `labels` labels of equal number, sorted.
std::vector<std::uint64_t> sorted(std::uint64_t records, std::uint64_t labels) {
  std::vector<std::uint64_t> order;
  for (std::uint64_t i = 0; i < records; ++i) order.push_back(i * labels / records);
  return order;
}

std::vector<std::uint64_t> in_random_order(const std::vector<std::uint64_t>& labels, std::uint64_t seed) {
  std::vector<std::uint64_t> order;
  for (const std::uint32_t place : shuffled(static_cast<std::uint32_t>(labels.size()), seed, "shuffle"))
    order.push_back(labels[place]);
  return order;
}

}  // namespace

TEST_CASE("Sorted labels are badly mixed") {
  for (const std::uint64_t labels : {2ULL, 5ULL, 10ULL, 100ULL}) {
    for (const std::uint64_t shards : {2ULL, 5ULL, 16ULL}) {
      const MixingScore score = score_of(sorted(2000, labels), shards);
      CAPTURE(labels, shards);
      CHECK(score.over_shards < 0.35);
      CHECK(score.sorted_over_shards);
    }
  }
  const MixingScore pure = score_of(sorted(1000, 5), 5);
  CHECK(pure.over_shards == Approx(0).margin(1e-9));
  CHECK(pure.distance == Approx(0.8));
}

TEST_CASE("Shuffled labels are well mixed, whatever the sizes") {
  for (const std::uint64_t records : {20ULL, 160ULL, 1000ULL, 5000ULL}) {
    for (const std::uint64_t labels : {2ULL, 5ULL, 50ULL, 1000ULL}) {
      for (const std::uint64_t shards : {2ULL, 7ULL, 20ULL}) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
          const MixingScore score = score_of(in_random_order(sorted(records, labels), seed), shards);
          CHECK_FALSE(score.sorted_over_shards);
          CHECK_FALSE(score.sorted_within_shards);
          if (records >= 1000) CHECK(score.over_shards > 0.85);
        }
      }
    }
  }
}

TEST_CASE("The chi-square of random orders has the mean that the score is corrected by") {
  double distance = 0;
  double score = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const MixingScore one = score_of(in_random_order(sorted(300, 3), seed), 3);
    distance += one.distance / 200;
    score += one.over_shards / 200;
  }
  CHECK(score > 0.95);
  CHECK(distance < 0.06);
  CHECK(distance > 0.02);
}

TEST_CASE("Half sorted is in between") {
  auto labels = in_random_order(sorted(2000, 4), 1);
  const auto tail = sorted(2000, 4);
  labels.insert(labels.end(), tail.begin(), tail.end());
  const MixingScore score = score_of(labels, 8);
  CHECK(score.over_shards < 0.6);
  CHECK(score.over_shards > 0.2);
  CHECK(score.sorted_over_shards);
}

TEST_CASE("Even shards that are sorted within are reported") {
  LabelTally tally;
  for (int shard = 0; shard < 4; ++shard) {
    tally.begin_shard();
    for (const std::uint64_t label : sorted(200, 4)) tally.add(label);
  }
  const MixingScore score = mixing_score(tally);
  CHECK(score.over_shards == 1);
  CHECK(score.distance == 0);
  CHECK_FALSE(score.sorted_over_shards);
  CHECK(score.within_shards == Approx(0).margin(1e-9));
  CHECK(score.sorted_within_shards);
}

TEST_CASE("Where there is nothing to mix the score is 1") {
  CHECK(mixing_score({}).over_shards == 1);
  CHECK(score_of({1, 1, 1, 1}, 2).over_shards == 1);
  CHECK(score_of({1, 1, 1, 1}, 2).within_shards == 1);
  CHECK(score_of({1, 2, 3, 4}, 1).over_shards == 1);
  CHECK(score_of({1, 2, 3, 4}, 4).over_shards == 1);  // all labels once
  LabelTally empty;
  empty.begin_shard();
  empty.begin_shard();
  CHECK(mixing_score(empty).shards == 0);
}
