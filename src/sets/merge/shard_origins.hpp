// SPDX-License-Identifier: Apache-2.0
// Which set each shard comes from: what holds for one set need not hold for another.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "example/schema.hpp"
#include "sets/options/earlier_set.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// A set whose manifest lists the shards, or a folder of shards that no manifest lists. Points into the
/// FoundShards that it was made from.
struct SourceOrigin {
  std::filesystem::path folder;
  std::optional<std::size_t> set;     // index into FoundShards::sets
  std::optional<EarlierSet> earlier;  // with `set`
  EarlierSet listed;                  // else: labels that a list beside the shards names, and their texts
  std::set<std::string> features;     // names that are known to be in its records

  /// Printable, for messages: the folder.
  std::string name() const;
};

struct ShardOrigins {
  std::vector<SourceOrigin> all;      // in the order of their first shards
  std::vector<std::size_t> of_shard;  // index into `all` of each shard that was found

  bool all_have_manifests() const;
  /// Adds the features of the records that were read; `schemas` are in the order of the shards.
  void add_features(const std::vector<Schema>& schemas);
};

/// Throws Error (bad_data) if a manifest is malformed. Where shards have several origins, the first record
/// of each shard without a manifest is read for the names of its features.
ShardOrigins shard_origins(const FoundShards& found);

}  // namespace tfrec
