// SPDX-License-Identifier: Apache-2.0
// `tfrec build --plan FILE --part I/N`: some shards of a set, for `tfrec finish` to close.
#pragma once

#include <cstdint>
#include <vector>

#include "operations/build/open_plan.hpp"

namespace tfrec {

/// Part `number` of `parts`, from 1: every parts-th shard, beginning with that number.
struct PartNumber {
  std::uint64_t number = 0;
  std::uint64_t parts = 0;
};

/// A shard of the plan that the part made or found made.
struct PartShard {
  std::uint64_t shard = 0;  // its number, from 1
  std::string split;        // "" where the set has none
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  // of all sizes
};

struct PartResult {
  bool published = false;  // the set is complete already; then nothing else
  std::string plan;        // plan_hash()
  std::vector<PartShard> shards;
  std::uint64_t kept_shards = 0;  // of them, those already built
  std::vector<BadImage> bad;
  MainPass pass;
};

/// Makes the part's shards in the staging folder of `use.out`, without a lock: any number of parts may run at
/// once, the same one twice, too. Nothing gets a final name. Throws Error as open_plan() and build() do, and
/// usage if the staging folder holds an unfinished build of another set.
PartResult build_part_of_plan(const PlanUse& use, const PartNumber& part, Observer& observer);

}  // namespace tfrec
