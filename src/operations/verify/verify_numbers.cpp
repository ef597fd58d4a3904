// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <map>

#include "base/text/printable.hpp"
#include "operations/verify/verify_set.hpp"
#include "shards/missing_shards.hpp"
#include "shards/names/shard_name.hpp"

namespace tfrec {

namespace {

void find_twins(const FoundShards& found, std::vector<SetProblem>& problems) {
  std::map<std::string, std::string> names;  // path without the count -> name of the first that has it
  for (const FoundShard& shard : found.shards) {
    const std::string name = shard.file_name();
    const auto path = shard.path.parent_path() / name_without_count(name);
    const auto [first, fresh] = names.emplace(path.string(), name);
    if (fresh || first->second == name) continue;
    problems.push_back(
        {"name", shard.path.string(),
         "is the same shard of the set as " + printable(first->second) + ", which also exists"});
  }
}

}  // namespace

std::vector<SetProblem> check_files(const FoundShards& found) {
  std::vector<SetProblem> problems;
  for (const OddEntry& entry : found.odd_entries)
    problems.push_back({"not_a_file", entry.path.string(), entry.what});
  for (const UnfinishedSet& set : found.unfinished)
    problems.push_back({"unfinished", set.folder.string(), set.problem});
  return problems;
}

std::vector<SetProblem> check_numbers(const FoundShards& found) {
  std::vector<SetProblem> problems;
  for (const MissingShard& shard : missing_shards(found)) {
    if (shard.is_certain) problems.push_back({"name", shard.path.string(), shard.message});
  }
  find_twins(found, problems);
  return problems;
}

}  // namespace tfrec
