// SPDX-License-Identifier: Apache-2.0
// Runs of `tfrec reshard` on small shards, their sources, and what comes out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "shards/manifest/manifest.hpp"
#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scenes/stored_records.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

RunResult reshard(const ScratchFolder& folder, const Words& words);

RunResult quiet(const ScratchFolder& folder, const Words& words);

Words files_in(const std::filesystem::path& folder);

Words flowers(const std::vector<std::int64_t>& labels);

/// A source of ten flowers in three shards.
void write_ten(const ScratchFolder& folder, const std::string& in = "in");

void check_nothing_written(const ScratchFolder& folder, const std::string& out = "out");

void write_manifest(const ScratchFolder& folder, const std::string& in, const Manifest& set);

/// A set of `in`/f00-3.tfrec with classes 0 to 2 of column `kind`.
Manifest set_of_three(const Words& names, const std::string& split = "");

}  // namespace tfrec::test
