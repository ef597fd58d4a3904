// SPDX-License-Identifier: Apache-2.0
// Runs of `tfrec repair` on shards of flowers, and a sound set to damage.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

using Catch::ContainsSubstring;
using Json = nlohmann::ordered_json;

inline constexpr std::size_t k_flower_bytes = 83;  // bytes of a flower

RunResult repair(const ScratchFolder& folder, const Words& words);

/// `count` flowers, those in `lost` left out.
std::string flowers_without(std::int64_t count, const std::vector<std::int64_t>& lost);

std::string with_bad_payload(const std::string& shard, std::size_t record);
std::string with_bad_header(const std::string& shard, std::size_t record);

/// A sound set of two splits with its manifest and list of classes, in "set".
std::string write_split_set(const ScratchFolder& folder);

inline const Words k_whole_set{"classes.txt", "manifest.json", "train/f00-3.tfrec", "val/f00-3.tfrec"};

}  // namespace tfrec::test
