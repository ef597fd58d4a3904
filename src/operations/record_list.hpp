// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "operations/prepare_build.hpp"
#include "pipeline/build_shards.hpp"

namespace tfrec {

inline constexpr const char* k_record_list_name = "records.csv";

/// records.csv: a line for each record with its split, shard, place in the shard from 0, row of the labels
/// and image. `set` is described with its outcome.
std::string record_list_csv(const SetDescription& set, const PreparedBuild& prepared, const BuildPlan& plan,
                            const BuiltShards& built);

}  // namespace tfrec
