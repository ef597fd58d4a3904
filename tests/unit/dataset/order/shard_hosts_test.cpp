// SPDX-License-Identifier: Apache-2.0
// The number of shards where several hosts read the set.
#include "base/error.hpp"
#include "dataset/order/dealing.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

constexpr std::uint64_t k_megabyte = 1'000'000;

ShardRequest hosts(std::uint64_t count) {
  ShardRequest request;
  request.hosts = count;
  return request;
}

using Warnings = std::vector<std::string>;

}  // namespace

TEST_CASE("Enough shards by bytes are left alone") {
  const ShardCount count = choose_shard_count(100'000, 6400 * k_megabyte, hosts(8));
  CHECK(count.shards == 100);
  CHECK(count.rule == "--shard-size 64.0 MB");
  CHECK(count.warnings.empty());
}

TEST_CASE("Hosts raise the count to ten files each while those keep 10 MB") {
  const ShardCount count = choose_shard_count(100'000, 1000 * k_megabyte, hosts(8));
  CHECK(count.shards == 80);
  CHECK(count.rule == "--hosts 8: 10 files per host");
  CHECK(count.warnings.empty());
  CHECK(choose_shard_count(100'000, 800 * k_megabyte, hosts(8)).shards == 80);
}

TEST_CASE("10 MB win over ten files per host, with the same number for each") {
  const ShardCount count = choose_shard_count(100'000, 799 * k_megabyte, hosts(8));
  CHECK(count.shards == 72);
  CHECK(count.rule == "--hosts 8: files of at least 10 MB");
  CHECK(count.warnings ==
        Warnings{"72 shards for 8 hosts are fewer than the 10 per host that keep all of them reading"});
}

TEST_CASE("One file per host wins over 10 MB") {
  const ShardCount count = choose_shard_count(160, 30 * k_megabyte, hosts(8));
  CHECK(count.shards == 8);
  CHECK(count.rule == "--hosts 8: one file per host");
  CHECK(
      count.warnings ==
      Warnings{"8 shards for 8 hosts are fewer than the 10 per host that keep all of them reading",
               "shards of about 3.75 MB are smaller than the 10 MB at which each host reads at full speed"});
}

TEST_CASE("Fewer records than hosts leave hosts without a file") {
  const ShardCount count = choose_shard_count(5, 1 * k_megabyte, hosts(8));
  CHECK(count.shards == 5);
  CHECK(count.rule == "one record per shard at least");
  REQUIRE(count.warnings.size() == 2);
  CHECK(count.warnings[0] == "5 shards for 8 hosts: some hosts get no file to read");
}

TEST_CASE("A shard size that gives way to hosts is reported") {
  ShardRequest request = hosts(4);
  request.shard_bytes = 100 * k_megabyte;
  const ShardCount count = choose_shard_count(100'000, 1000 * k_megabyte, request);
  CHECK(count.shards == 40);
  CHECK(count.warnings == Warnings{"--shard-size 100 MB gave way to --hosts 4: shards of about 25.0 MB"});
}

TEST_CASE("A number that was asked for is kept against hosts, with a word") {
  ShardRequest request = hosts(8);
  request.shards = 4;
  const ShardCount few = choose_shard_count(100'000, 200 * k_megabyte, request);
  CHECK(few.shards == 4);
  CHECK(few.rule == "--shards 4");
  CHECK(few.warnings == Warnings{"4 shards for 8 hosts: some hosts get no file to read"});
  request.shards = 100;
  const ShardCount small = choose_shard_count(100'000, 200 * k_megabyte, request);
  CHECK(small.shards == 100);
  CHECK(small.warnings ==
        Warnings{"shards of about 2.00 MB are smaller than the 10 MB at which each host reads "
                 "at full speed"});
}

TEST_CASE("Hosts: what is promised holds for any number of bytes and hosts") {
  for (std::uint64_t megabytes = 1; megabytes <= 4000; megabytes += megabytes < 100 ? 1 : 37) {
    for (const std::uint64_t count : {1ULL, 2ULL, 3ULL, 7ULL, 16ULL, 33ULL}) {
      const std::uint64_t bytes = megabytes * k_megabyte;
      const std::uint64_t shards = choose_shard_count(1'000'000, bytes, hosts(count)).shards;
      CAPTURE(megabytes, count, shards);
      CHECK(shards >= count);
      CHECK((bytes / shards >= k_least_shard_bytes || shards == count));
      // Another round of files for all hosts would make them too small.
      CHECK((shards >= 10 * count || bytes / (shards + count) < k_least_shard_bytes));
    }
  }
}

TEST_CASE("No hosts and absurd numbers are refused") {
  for (const std::uint64_t count : {0ULL, 1'000'001ULL, ~0ULL})
    CHECK_THROWS_AS(choose_shard_count(100, 1000, hosts(count)), Error);
  CHECK(choose_shard_count(0, 0, hosts(3)).shards == 0);
}
