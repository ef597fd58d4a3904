// SPDX-License-Identifier: Apache-2.0
// Runs of `tfrec reshard` on small shards, their sources, and what comes out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "shards/manifest/set_description.hpp"
#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/scenes/stored_records.hpp"
#include "support/scratch_folder.hpp"
#include "support/shard_bytes.hpp"

namespace tfrec::test {

RunResult reshard(const ScratchFolder& folder, const Words& words);

RunResult quiet(const ScratchFolder& folder, const Words& words);

Words files_in(const std::filesystem::path& folder);

Words flowers(const std::vector<std::int64_t>& labels);

/// A source of ten flowers in three shards.
inline void write_ten(const ScratchFolder& folder, const std::string& in = "in") {
  folder.write(in + "/f00-4.tfrec", flower_shard(4));
  folder.write(in + "/f01-3.tfrec", flower_shard(3, 4));
  folder.write(in + "/f02-3.tfrec", flower_shard(3, 7));
}

inline void check_nothing_written(const ScratchFolder& folder, const std::string& out = "out") {
  CHECK_FALSE(std::filesystem::exists(folder / out));
}

void write_manifest(const ScratchFolder& folder, const std::string& in, const SetDescription& set);

/// A set of `in`/f00-3.tfrec with classes 0 to 2 of column `kind`.
inline SetDescription set_of_three(const Words& names, const std::string& split = "") {
  SetDescription set;
  set.name = "f";
  set.features = {{"class", "class=index:kind", "int64", 1, 1}, {"name", "name=bytes:file", "bytes", 1, 1}};
  set.options = {{"quality", std::int64_t{90}}, {"shuffle", true}};
  ClassColumn column{"kind", "classes.txt", {}};
  for (const std::string& name : names) column.classes.push_back({name, 1});
  set.classes.push_back(column);
  set.shards = {{"f00-3.tfrec", split, "", 3, flower_shard(3).size(), 0, ""}};
  return set;
}

}  // namespace tfrec::test
