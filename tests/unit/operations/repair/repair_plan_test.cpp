// SPDX-License-Identifier: Apache-2.0
#include "operations/repair/repair_plan.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/error_of.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

RepairPlan planned(const std::vector<std::string>& paths, RepairOptions options) {
  tfrec::Observer quiet;
  return plan_repair(find_shards(paths, quiet), options);
}

}  // namespace

TEST_CASE("A repaired shard has its true count in its name, unless names are kept") {
  RepairOptions options;
  CHECK(repaired_name("a00-230.tfrec", 7, options) == "a00-7.tfrec");
  CHECK(repaired_name("a.tfrecord", 7, options) == "a.tfrecord");
  options.keep_names = true;
  CHECK(repaired_name("a00-230.tfrec", 7, options) == "a00-230.tfrec");
}

TEST_CASE("Two shards that would get one name are refused before anything is written") {
  const ScratchFolder scratch;
  const std::string one = scratch.write("a/f00-3.tfrec", flower_shard(3)).string();
  const std::string other = scratch.write("b/f00-2.tfrec", flower_shard(2)).string();
  RepairOptions options;
  options.out = scratch / "out";
  CHECK_THAT(error_of([&] {
               planned({one, other}, options);
             }),
             ContainsSubstring("would be written under the same name as"));
  options.keep_names = true;
  CHECK(planned({one, other}, options).shards.size() == 2);
  CHECK(scratch.files("out").empty());
}

TEST_CASE("OUT that holds the shards is refused, a folder around OUT is searched without it") {
  const ScratchFolder scratch;
  scratch.write("in/f00-3.tfrec", flower_shard(3));
  scratch.write("in/out/f00-3.tfrec", flower_shard(3));
  RepairOptions options;
  options.out = scratch / "in";
  CHECK_THAT(error_of([&] { planned({(scratch / "in").string()}, options); }),
             ContainsSubstring("contains shards to repair"));
  options.out = scratch / "in/out";
  options.overwrite = true;
  CHECK(planned({(scratch / "in").string()}, options).shards.size() == 1);
}

TEST_CASE("What became of a shard follows from what was kept, lost and expected") {
  RepairedShard shard;
  shard.salvaged.kept = 3;
  CHECK(shard.state() == ShardState::intact);
  shard.expected = 5;
  CHECK(shard.lost_records() == 2);
  CHECK(shard.state() == ShardState::damaged);
  shard.expected = 3;
  shard.salvaged.repaired.count = 1;
  CHECK(shard.state() == ShardState::repaired);
  CHECK_FALSE(shard.has_loss());
  shard.expected = 2;  // fewer than there are: it proves nothing about the loss
  shard.salvaged.lost.count = 1;
  shard.salvaged.lost_places = 1;
  CHECK_FALSE(shard.is_loss_known());
  CHECK(shard.lost_records() == 1);
  CHECK(shard.has_loss());
  shard.is_rebuilt = true;
  CHECK(to_string(shard.state()) == "rebuilt");
}
