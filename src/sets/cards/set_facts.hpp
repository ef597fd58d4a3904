// SPDX-License-Identifier: Apache-2.0
// What several cards say about a set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "example/feature_spec.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The shards of one split at one size.
struct ShardGroup {
  std::string size;   // "" in a set of one size
  std::string split;  // "" in a set without splits
  std::vector<const ManifestShard*> shards;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
};

/// Size by size, with train before validation before test. Point into the manifest.
std::vector<ShardGroup> shard_groups(const Manifest& set);

/// What a feature is made of; nothing if the manifest does not record it, or not for as many columns.
std::optional<FeatureKind> kind_of(const ManifestFeature& feature);

/// Whether all records have the same number of values, and at least one.
bool has_fixed_length(const ManifestFeature& feature);

/// Whether the manifest has names of this column's classes.
bool is_listed(const ClassColumn& column);

/// The kind and what it is made of, as --feature takes them: "index:class". Empty if that is not known.
std::string kind_text(const ManifestFeature& feature);

/// The number of records at one size.
std::uint64_t count_records(const Manifest& set);

/// "TFRecord shards: 3,670 records in 16 shards". In a set of several sizes, records of one size.
std::string one_line_summary(const Manifest& set);

}  // namespace tfrec
