// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/verify_set.hpp"
#include "shards/extra_shards.hpp"
#include "shards/missing_shards.hpp"

namespace tfrec {

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
  for (const TwinShard& twin : twin_shards(found))
    problems.push_back({"name", twin.path.string(), twin.message});
  return problems;
}

}  // namespace tfrec
