// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dataset/dealing.hpp"
#include "operations/build.hpp"
#include "pipeline/size_sample.hpp"

namespace tfrec {

/// Which source row goes to which place in which shard, fixed before the main pass.
struct BuildPlan {
  std::vector<std::uint32_t> order;            // place -> source row
  std::vector<PlaceRange> shards;              // places of each shard
  std::vector<std::uint64_t> predicted_bytes;  // of each set
  std::string shard_rule;                      // what decided the number of shards
};

/// Throws Error (usage) where the wishes for shards can't be met; tells `observer` what was given up.
BuildPlan make_plan(const BuildOptions& options, std::size_t rows, const SizeSample& sample,
                    Observer& observer);

}  // namespace tfrec
