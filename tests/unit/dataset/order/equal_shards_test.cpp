// SPDX-License-Identifier: Apache-2.0
#include "dataset/order/equal_shards.hpp"

#include <algorithm>
#include <numeric>

#include "support/catch.hpp"
#include "support/error_of.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

constexpr std::uint64_t k_million = 1'000'000;

std::vector<std::uint32_t> times_of(const std::vector<std::uint32_t>& order, std::uint32_t records) {
  std::vector<std::uint32_t> times(records);
  for (const std::uint32_t place : order) ++times.at(place);
  return times;
}

ShardRequest for_hosts(std::uint64_t hosts) {
  ShardRequest request;
  request.hosts = hosts;
  request.equal = EqualShards::drop;
  return request;
}

}  // namespace

TEST_CASE("drop keeps the order, and drops fewer records than there are shards") {
  for (std::uint32_t records = 1; records <= 30; ++records) {
    for (std::uint32_t shards = 1; shards <= records; ++shards) {
      const auto order = equal_order(records, shards, EqualShards::drop, 42);
      CHECK(order.size() == records / shards * shards);
      CHECK(std::ranges::is_sorted(order));
      CHECK(std::ranges::adjacent_find(order) == order.end());
    }
  }
}

TEST_CASE("repeat keeps all records, and stores fewer than one per shard twice") {
  for (std::uint32_t records = 1; records <= 30; ++records) {
    for (std::uint32_t shards = 1; shards <= records; ++shards) {
      const auto order = equal_order(records, shards, EqualShards::repeat, 42);
      const std::uint32_t each = (records + shards - 1) / shards;
      REQUIRE(order.size() == each * shards);
      const auto times = times_of(order, records);
      CHECK(std::ranges::min(times) == 1);
      CHECK(std::ranges::max(times) <= 2);
    }
  }
}

TEST_CASE("A shard that is one record short gets the repeated one at its end") {
  const auto order = equal_order(10, 4, EqualShards::repeat, 42);
  REQUIRE(order.size() == 12);
  CHECK(std::vector(order.begin(), order.begin() + 8) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(std::vector{order[9], order[10]} == std::vector<std::uint32_t>{8, 9});
}

TEST_CASE("Which records are dropped or repeated is specified, and the seed changes it") {
  CHECK(equal_order(10, 4, EqualShards::drop, 42) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 7, 8, 9});
  CHECK(equal_order(10, 4, EqualShards::repeat, 42) ==
        std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 5, 8, 9, 6});
  CHECK(equal_order(10, 4, EqualShards::drop, 42) != equal_order(10, 4, EqualShards::drop, 43));
}

TEST_CASE("With --equal the number of shards is a multiple of the hosts") {
  for (std::uint64_t mb = 1; mb < 3000; mb += 37) {
    const std::uint64_t shards = choose_shard_count(100'000, mb * k_million, for_hosts(6)).shards;
    CHECK(shards >= 6);
    CHECK(shards % 6 == 0);
  }
  ShardRequest request = for_hosts(4);
  request.records_per_shard = 10;
  CHECK(choose_shard_count(101, k_million, request).shards == 12);
  request.records_per_shard = 1;
  CHECK(choose_shard_count(11, k_million, request).shards == 8);
}

TEST_CASE("--equal refuses shards and records that the hosts can't share") {
  ShardRequest request = for_hosts(4);
  CHECK_THAT(error_of([&] { choose_shard_count(3, k_million, request); }),
             Catch::ContainsSubstring("3 records can't give each of 4 hosts a shard, as --equal asks"));
  request.shards = 6;
  CHECK_THAT(error_of([&] { choose_shard_count(100, k_million, request); }),
             Catch::ContainsSubstring("--shards 6 is not a multiple of --hosts 4, as --equal asks"));
  request.shards = 8;
  CHECK(choose_shard_count(100, k_million, request).shards == 8);
}
