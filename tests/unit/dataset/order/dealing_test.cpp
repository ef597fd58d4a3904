// SPDX-License-Identifier: Apache-2.0
#include "dataset/order/dealing.hpp"

#include "base/error.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

constexpr std::uint64_t k_mb = 1'000'000;

std::uint64_t shards_for(std::uint64_t records, std::uint64_t bytes, const ShardRequest& request = {}) {
  return choose_shard_count(records, bytes, request).shards;
}

}  // namespace

TEST_CASE("Deals counts that differ by at most one and cover every place once") {
  for (std::uint64_t records = 0; records <= 40; ++records) {
    for (std::uint64_t shards = 1; shards <= std::max<std::uint64_t>(1, records); ++shards) {
      const auto ranges = deal({Place(0), Place(records)}, shards);
      REQUIRE(ranges.size() == shards);
      Place next;
      for (const PlaceRange& range : ranges) {
        CHECK(range.begin == next);
        CHECK(range.size() >= records / shards);
        CHECK(range.size() <= records / shards + 1);
        next = range.end;
      }
      CHECK(next == Place(records));
    }
  }
}

TEST_CASE("By bytes, shards aim at 64 MB") {
  CHECK(shards_for(1000, 64 * k_mb) == 1);
  CHECK(shards_for(1000, 640 * k_mb) == 10);
  CHECK(shards_for(1000, 650 * k_mb) == 10);
  CHECK(shards_for(1000, 700 * k_mb) == 11);
  CHECK(shards_for(100'000, 6'400'000 * k_mb) == 100'000);
}

TEST_CASE("By bytes, shards stay inside 10 to 100 MB where the data allow it") {
  CHECK(shards_for(1000, 1 * k_mb) == 1);   // less than 10 MB in all
  CHECK(shards_for(1000, 95 * k_mb) == 1);  // 1.48 shards of 64 MB round down, and 95 MB is allowed
  CHECK(shards_for(1000, 96 * k_mb) == 2);
  ShardRequest small;
  small.shard_bytes = 10 * k_mb;
  CHECK(shards_for(1000, 17 * k_mb, small) == 1);  // two would be 8.5 MB each
  ShardRequest large;
  large.shard_bytes = 100 * k_mb;
  CHECK(shards_for(1000, 149 * k_mb, large) == 2);  // one would be 149 MB
}

TEST_CASE("A size outside the guidance is kept with a warning") {
  ShardRequest request;
  request.shard_bytes = 1 * k_mb;
  const ShardCount count = choose_shard_count(1000, 20 * k_mb, request);
  CHECK(count.shards == 20);
  REQUIRE(count.warnings.size() == 1);
  CHECK(count.warnings[0] == "--shard-size 1.00 MB is outside the 10-100 MB that readers like");
}

TEST_CASE("A number of shards or of records is kept") {
  ShardRequest shards;
  shards.shards = 7;
  CHECK(shards_for(100, 640 * k_mb, shards) == 7);
  ShardRequest records;
  records.records_per_shard = 30;
  CHECK(shards_for(100, 640 * k_mb, records) == 4);
  records.records_per_shard = 1000;
  CHECK(shards_for(100, 640 * k_mb, records) == 1);
}

TEST_CASE("No shard is ever empty") {
  CHECK(shards_for(0, 0) == 0);
  CHECK(shards_for(3, 6400 * k_mb) == 3);
  ShardRequest request;
  request.shards = 8;
  CHECK_THROWS_AS(shards_for(7, 640, request), Error);
  CHECK(shards_for(8, 640, request) == 8);
}
