// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sets/plan/describe_set.hpp"
#include "sets/plan/prepare_build.hpp"

namespace tfrec {

inline constexpr const char* k_record_list_header = "split,shard,record,row,image\r\n";

/// A line of records.csv for each record: its split, shard, place in the shard from 0, row of the labels and
/// image. `set` is described with its outcome.
std::string record_list_lines(const Manifest& set, const PreparedBuild& prepared, const BuildPlan& plan,
                              const PlannedShards& shards);

}  // namespace tfrec
