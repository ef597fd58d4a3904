// SPDX-License-Identifier: Apache-2.0
// Runs of `tfrec reshard` on small shards, their sources, and what comes out.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files/file.hpp"
#include "shards/manifest/manifest.hpp"
#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/shard_bytes.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec::test {

inline RunResult reshard(const ScratchFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "reshard");
  return run_tfrec(arguments, in(folder));
}

inline RunResult quiet(const ScratchFolder& folder, std::vector<std::string> arguments) {
  arguments.emplace_back("-q");
  return reshard(folder, std::move(arguments));
}

inline std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

inline std::vector<std::string> payloads_in(const std::filesystem::path& shard) {
  const InputFile file(shard);
  Reader reader(file);
  std::vector<std::string> payloads;
  for (ReadItem item = reader.next(); !std::holds_alternative<End>(item); item = reader.next()) {
    REQUIRE(std::holds_alternative<Record>(item));
    payloads.emplace_back(std::get<Record>(item).payload);
  }
  return payloads;
}

/// The payloads of all shards in a folder, in order.
inline std::vector<std::string> payloads_of_set(const std::filesystem::path& folder) {
  std::vector<std::string> all;
  for (const std::string& name : files_in(folder)) {
    if (!name.ends_with(".tfrec")) continue;
    for (std::string& payload : payloads_in(folder / name)) all.push_back(std::move(payload));
  }
  return all;
}

inline std::vector<std::string> flowers(const std::vector<std::int64_t>& labels) {
  std::vector<std::string> payloads;
  for (const std::int64_t label : labels) payloads.push_back(flower(label));
  return payloads;
}

/// A source of ten flowers in three shards.
inline void write_ten(const ScratchFolder& folder, const std::string& in = "in") {
  folder.write(in + "/f00-4.tfrec", flower_shard(4));
  folder.write(in + "/f01-3.tfrec", flower_shard(3, 4));
  folder.write(in + "/f02-3.tfrec", flower_shard(3, 7));
}

inline void check_nothing_written(const ScratchFolder& folder, const std::string& out = "out") {
  CHECK_FALSE(std::filesystem::exists(folder / out));
}

inline void write_manifest(const ScratchFolder& folder, const std::string& in, const Manifest& set) {
  folder.write(in + "/manifest.json", manifest_json(set));
}

/// A set of `in`/f00-3.tfrec with classes 0 to 2 of column `kind`.
inline Manifest set_of_three(const std::vector<std::string>& names, const std::string& split = "") {
  Manifest set;
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
