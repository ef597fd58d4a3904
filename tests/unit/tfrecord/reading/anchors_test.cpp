// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/anchors.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE(
    "The link to the start of a file ends where the first damage begins, that to the end behind the last") {
  const std::string shard = shard_of({"first", "second", "third", "fourth"});
  const std::string damaged = with_flipped_bit(shard, (21 + 13) * 8);
  Reader reader(memory_source(damaged), HeaderTrust::half);
  const Anchors anchors = find_anchors(reader);
  CHECK(anchors.proof_of(0) == Proof::start);
  CHECK(anchors.proof_of(20) == Proof::start);
  CHECK(anchors.proof_of(21) == Proof::headers);
  CHECK(anchors.proof_of(42) == Proof::headers);
  CHECK(anchors.proof_of(43) == Proof::end);
}
