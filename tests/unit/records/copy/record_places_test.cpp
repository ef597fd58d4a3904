// SPDX-License-Identifier: Apache-2.0
#include "records/copy/record_places.hpp"

#include <set>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// Shards with so many records, each at a byte of its own.
std::vector<SourceShard> shards_of(const std::vector<std::size_t>& counts) {
  std::vector<SourceShard> shards(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (std::size_t k = 0; k < counts[i]; ++k) shards[i].frames.emplace_back(100 * k, 10);
  }
  return shards;
}

std::vector<std::pair<std::size_t, std::uint64_t>> all(const RecordPlaces& places) {
  std::vector<std::pair<std::size_t, std::uint64_t>> found;
  for (std::uint64_t place = 0; place < places.size(); ++place)
    found.emplace_back(places.at(place).shard, places.at(place).frame.offset());
  return found;
}

}  // namespace

TEST_CASE("Records of several shards are in the order of the shards, empty ones passed over") {
  const auto shards = shards_of({2, 0, 1});
  const RecordPlaces places(shards);
  CHECK(places.size() == 3);
  CHECK_FALSE(places.is_shuffled());
  CHECK(all(places) == std::vector<std::pair<std::size_t, std::uint64_t>>{{0, 0}, {0, 100}, {2, 0}});
}

TEST_CASE("Shuffled, each record comes once, in an order of the seed") {
  const auto shards = shards_of({20, 30});
  const auto shuffled = [&](std::uint64_t seed) {
    RecordPlaces places(shards);
    places.shuffle(seed, {places.all()});
    CHECK(places.is_shuffled());
    return all(places);
  };
  const auto order = shuffled(1);
  CHECK(std::set(order.begin(), order.end()).size() == 50);
  CHECK(order != all(RecordPlaces(shards)));
  CHECK(order == shuffled(1));
  CHECK(order != shuffled(2));
}

TEST_CASE("A place beyond 4 GiB keeps all bits of its offset") {
  const FramePlace place((std::uint64_t{5} << 32U) + 7, 100);
  CHECK(place.offset() == (std::uint64_t{5} << 32U) + 7);
  CHECK(place.frame_bytes() == 116);
}
