// SPDX-License-Identifier: Apache-2.0
// Runs of `tfrec verify` on small shards, and a sound set to damage.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "shards/manifest/manifest.hpp"
#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

using Catch::ContainsSubstring;
using Json = nlohmann::ordered_json;

RunResult verify(const ScratchFolder& folder, const Words& words, const Words& environment = {});

Json verify_json(const ScratchFolder& folder, int exit_code, const Words& words);

/// Writes a sound set of two shards with its manifest.
Manifest write_set(const ScratchFolder& folder);

inline const std::string k_frame = std::to_string(flower_shard(1).size());

/// The only problem that verify reports of a file with these bytes, as its JSON.
Json only_problem(const std::string& bytes, const Words& options = {});

}  // namespace tfrec::test
