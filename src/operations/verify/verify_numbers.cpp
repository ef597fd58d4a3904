// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/verify/verify_set.hpp"
#include "shards/names/shard_name.hpp"

namespace tfrec {

namespace {

/// The lowest number below `shards` that is not there; the numbers there are fewer than `shards`.
std::uint64_t first_missing(const std::set<std::uint64_t>& there) {
  std::uint64_t next = 0;
  for (const std::uint64_t number : there) {
    if (number != next) break;
    ++next;
  }
  return next;
}

void find_missing(const FoundShards& found, std::vector<SetProblem>& problems) {
  std::map<std::tuple<std::string, std::string, std::uint64_t>, std::set<std::uint64_t>> sets;
  for (const FoundShard& shard : found.shards) {
    const std::string name = shard.file_name();
    const auto number = number_in_name(name);
    if (!shard.from_folder || !number || number->index >= number->shards) continue;
    sets[{shard.path.parent_path().string(), std::string(number->stem), number->shards}].insert(
        number->index);
  }
  for (const auto& [key, there] : sets) {
    const auto& [folder, stem, shards] = key;
    if (there.size() == shards) continue;
    const std::string missing = numbered_name({stem, first_missing(there), shards});
    problems.push_back({"name", (std::filesystem::path(folder) / missing).string(),
                        "is missing; the folder contains " + format_count(there.size()) + " of " +
                            counted(shards, "shard", "shards")});
  }
}

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
  find_missing(found, problems);
  find_twins(found, problems);
  return problems;
}

}  // namespace tfrec
