// SPDX-License-Identifier: Apache-2.0
#include "operations/reshard/source_splits.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "dataset/splits/splits.hpp"
#include "sets/summaries/parts_of_set.hpp"

namespace tfrec {

namespace {

/// Different names, in the order of the new set.
std::vector<std::string> distinct(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) == known.end()) known.push_back(name);
    if (known.size() > k_most_splits) {
      throw Error(ErrorKind::bad_data, "",
                  "the sources have over " + std::to_string(k_most_splits) + " splits");
    }
  }
  std::ranges::stable_sort(known, {}, split_rank);
  return known;
}

/// Manifests can hold any text.
void require_folder_names(const FoundShards& found, const std::vector<std::string>& of_shard,
                          const std::vector<std::string>& splits) {
  for (const std::string& split : splits) {
    const std::string problem = problem_of_split_name(split);
    if (problem.empty()) continue;
    const auto shard = std::ranges::find(of_shard, split) - of_shard.begin();
    throw Error(ErrorKind::bad_data, found.shards[static_cast<std::size_t>(shard)].path.string(),
                "the split's name " + in_quotes(split) + " " + problem);
  }
  const std::vector<std::string> same = same_but_for_case(splits);
  if (same.empty()) return;
  throw Error(ErrorKind::usage, "",
              "splits " + in_quotes(same[0]) + " and " + in_quotes(same[1]) + " differ only in case",
              "reshard them one by one, or mix them with --allow-mixed");
}

/// One shard of no known split would leave all shards without splits: train and val would be mixed.
void refuse_shard_without_split(const FoundShards& found) {
  const std::vector<PartOfSet> parts = parts_of_set(found);
  const auto without = std::ranges::find(parts, std::string(), &PartOfSet::split);
  if (without == parts.end()) return;
  std::vector<std::string> names;
  for (const PartOfSet& part : parts) {
    if (!part.split.empty()) names.push_back(part.split);
  }
  const std::vector<std::string> splits = distinct(names);
  if (splits.size() < 2) return;
  throw Error(ErrorKind::usage, found.shards[static_cast<std::size_t>(without - parts.begin())].path.string(),
              "the shard is in no known split, but others are in " + in_quotes(splits[0]) + " and " +
                  in_quotes(splits[1]),
              "reshard it alone, move it into the folder of a split, or mix all with --allow-mixed");
}

}  // namespace

std::vector<SourceSplit> group_by_split(FoundShards& found, ShardOrigins& origins) {
  refuse_shard_without_split(found);
  const std::vector<std::string> of_shard = split_names(found);
  const std::vector<std::string> names = distinct(of_shard);
  if (names.size() < 2) return one_split(found.shards.size());
  require_folder_names(found, of_shard, names);
  std::vector<SourceSplit> splits;
  std::vector<FoundShard> shards;
  std::vector<std::size_t> origin_of_shard;
  for (const std::string& name : names) {
    const std::size_t begin = shards.size();
    for (std::size_t i = 0; i < of_shard.size(); ++i) {
      if (of_shard[i] != name) continue;
      shards.push_back(found.shards[i]);
      origin_of_shard.push_back(origins.of_shard[i]);
    }
    splits.push_back({name, begin, shards.size()});
  }
  found.shards = std::move(shards);
  origins.of_shard = std::move(origin_of_shard);
  return splits;
}

}  // namespace tfrec
