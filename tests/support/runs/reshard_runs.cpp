// SPDX-License-Identifier: Apache-2.0
#include "support/runs/reshard_runs.hpp"

#include <algorithm>

namespace tfrec::test {

RunResult reshard(const ScratchFolder& folder, const Words& words) {
  return run_tfrec(Words{"reshard"} + words, in(folder));
}

RunResult quiet(const ScratchFolder& folder, const Words& words) {
  return reshard(folder, words + Words{"-q"});
}

Words files_in(const std::filesystem::path& folder) {
  Words names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

Words flowers(const std::vector<std::int64_t>& labels) {
  Words payloads;
  for (const std::int64_t label : labels) payloads.push_back(flower(label));
  return payloads;
}

void write_manifest(const ScratchFolder& folder, const std::string& in, const Manifest& set) {
  folder.write(in + "/manifest.json", manifest_json(set));
}

void write_ten(const ScratchFolder& folder, const std::string& in) {
  folder.write(in + "/f00-4.tfrec", flower_shard(4));
  folder.write(in + "/f01-3.tfrec", flower_shard(3, 4));
  folder.write(in + "/f02-3.tfrec", flower_shard(3, 7));
}

void check_nothing_written(const ScratchFolder& folder, const std::string& out) {
  CHECK_FALSE(std::filesystem::exists(folder / out));
}

Manifest set_of_three(const Words& names, const std::string& split) {
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
