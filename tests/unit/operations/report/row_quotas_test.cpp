// SPDX-License-Identifier: Apache-2.0
#include "operations/report/row_quotas.hpp"

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Shards of one set whose manifest lists these numbers of records, of two sizes in turn if `sizes`.
FoundShards listed_shards(const std::vector<std::uint64_t>& records, bool sizes = false) {
  FoundShards found;
  Manifest manifest;
  for (std::size_t i = 0; i < records.size(); ++i) {
    ManifestShard listed;
    listed.records = records[i];
    if (sizes) listed.size = i % 2 == 0 ? "32x32" : "64x64";
    manifest.shards.push_back(listed);
    FoundShard shard;
    shard.set = 0;
    shard.entry = i;
    found.shards.push_back(shard);
  }
  found.sets.emplace_back();
  found.sets.front().manifest = manifest;
  return found;
}

}  // namespace

TEST_CASE("Each shard keeps a part that is known before any is read") {
  CHECK(row_quotas(listed_shards({300, 100}), 40) == std::vector<std::uint64_t>{30, 10});
  CHECK(row_quotas(listed_shards({6, 2}), 8) == std::vector<std::uint64_t>{6, 2});
}

TEST_CASE("Shards of other sizes take no part of the images that are kept") {
  CHECK(row_quotas(listed_shards({50, 50, 50, 50}, true), 100) == std::vector<std::uint64_t>{50, 0, 50, 0});
}

TEST_CASE("Shards that no manifest lists keep images by their bytes") {
  const ScratchFolder scratch;
  FoundShards found;
  for (const std::size_t bytes : {750U, 250U}) {
    FoundShard shard;
    shard.path = scratch.write(std::to_string(bytes) + ".tfrec", std::string(bytes, 'x'));
    found.shards.push_back(shard);
  }
  CHECK(row_quotas(found, 8) == std::vector<std::uint64_t>{6, 2});
}

TEST_CASE("Shards that are empty by their manifest keep images all the same") {
  CHECK(row_quotas(listed_shards({0, 0}), 8) == std::vector<std::uint64_t>{4, 4});
}
