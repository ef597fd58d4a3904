// SPDX-License-Identifier: Apache-2.0
#include "operations/count.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

CountResult counted(const ScratchFolder& scratch, bool from_names, unsigned threads = 2) {
  Observer silent;
  return count({{scratch.path().string()}, from_names, threads}, silent);
}

}  // namespace

TEST_CASE("Records are counted by the framing, or by the names without opening a shard") {
  const ScratchFolder scratch;
  scratch.write("a00-3.tfrec", flower_shard(3));
  scratch.write("a01-2.tfrec", flower_shard(1));
  const CountResult framed = counted(scratch, false);
  CHECK(framed.records == 4);
  CHECK(framed.bytes == flower_shard(4).size());
  REQUIRE(framed.problems.size() == 1);
  CHECK_THAT(framed.problems[0].path, Catch::EndsWith("a01-2.tfrec"));
  const CountResult named = counted(scratch, true);
  CHECK(named.records == 5);
  CHECK(named.problems.empty());
}

TEST_CASE("The result is the same for any number of threads") {
  const ScratchFolder scratch;
  for (int i = 0; i < 20; ++i) scratch.write("s" + std::to_string(10 + i) + ".tfrec", flower_shard(i));
  scratch.write("s15.tfrec", flower_shard(5).substr(0, 100));
  const CountResult one = counted(scratch, false, 1);
  const CountResult many = counted(scratch, false, 8);
  CHECK(one.records == many.records);
  CHECK(one.problems.size() == 1);
  REQUIRE(one.files.size() == many.files.size());
  for (std::size_t i = 0; i < one.files.size(); ++i) CHECK(one.files[i].path == many.files[i].path);
}
