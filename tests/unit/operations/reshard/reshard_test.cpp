// SPDX-License-Identifier: Apache-2.0
#include "operations/reshard/reshard.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/error_of.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

ReshardOptions options_in(const ScratchFolder& scratch) {
  scratch.write("in/f00-4.tfrec", flower_shard(4));
  scratch.write("in/f01-3.tfrec", flower_shard(3, 4));
  ReshardOptions options;
  options.paths = {(scratch / "in").string()};
  options.out = scratch / "out";
  return options;
}

ReshardResult resharded(const ReshardOptions& options) {
  Observer silent;
  return reshard(options, silent);
}

}  // namespace

TEST_CASE("The result tells of the sources and of the new set") {
  const ScratchFolder scratch;
  ReshardOptions options = options_in(scratch);
  options.shards.shards = 1;
  const ReshardResult result = resharded(options);
  CHECK(result.source_shards == 2);
  CHECK(result.source_records == 7);
  CHECK(result.source_bytes == flower_shard(7).size());
  REQUIRE(result.set.shards.size() == 1);
  CHECK(result.set.shards[0].path == "f00-7.tfrec");
  CHECK(result.set.shards[0].records == 7);
  CHECK(scratch.read("out/f00-7.tfrec") == flower_shard(7));
}

TEST_CASE("A dry run describes the set and writes nothing") {
  const ScratchFolder scratch;
  ReshardOptions options = options_in(scratch);
  options.dry_run = true;
  options.filters = {"class=0,1,2"};
  const ReshardResult result = resharded(options);
  CHECK(result.set.totals.at(0).records == 3);
  CHECK(scratch.files("out").empty());
}

TEST_CASE("A feature that is in no record can't be dropped, a damaged source is named") {
  const ScratchFolder scratch;
  ReshardOptions options = options_in(scratch);
  options.drop = {"wieght"};
  CHECK_THAT(error_of([&] { resharded(options); }), ContainsSubstring("wieght"));
  options.drop.clear();
  scratch.write("in/f01-3.tfrec", with_flipped_bit(flower_shard(3, 4), 2));
  CHECK_THAT(error_of([&] { resharded(options); }), ContainsSubstring("record 0 at byte 0 (12 bytes)"));
  CHECK_FALSE(published_anything(scratch / "out"));
}
