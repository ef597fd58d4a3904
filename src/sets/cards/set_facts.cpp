// SPDX-License-Identifier: Apache-2.0
#include "sets/cards/set_facts.hpp"

#include <algorithm>
#include <utility>

#include "base/text/quantity.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

std::vector<ShardGroup> shard_groups(const Manifest& set) {
  std::vector<ShardGroup> groups;
  for (const ManifestShard& shard : set.shards) {
    const auto is_its = [&](const ShardGroup& group) {
      return group.size == shard.size && group.split == shard.split;
    };
    auto group = std::ranges::find_if(groups, is_its);
    if (group == groups.end()) group = groups.insert(group, {shard.size, shard.split, {}});
    group->shards.push_back(&shard);
    group->records += shard.records;
    group->bytes += shard.bytes;
  }
  // Stable: sizes come one after the other already.
  for (auto begin = groups.begin(); begin != groups.end();) {
    const auto end =
        std::find_if(begin, groups.end(), [&](const auto& one) { return one.size != begin->size; });
    std::stable_sort(begin, end, [](const ShardGroup& a, const ShardGroup& b) {
      return split_rank(a.split) < split_rank(b.split);
    });
    begin = end;
  }
  return groups;
}

std::optional<FeatureKind> kind_of(const ManifestFeature& feature) {
  if (!feature.origin) return std::nullopt;
  const std::vector<std::string>& columns = feature.origin->columns;
  const auto kind = kind_named(feature.origin->kind, !columns.empty());
  return kind && problem_of_columns(*kind, columns.size()).empty() ? kind : std::nullopt;
}

bool has_fixed_length(const ManifestFeature& feature) {
  return feature.min_length == feature.max_length && feature.max_length > 0;
}

bool is_listed(const ClassColumn& column) {
  return column.has_names && !column.classes.empty();
}

std::string kind_text(const ManifestFeature& feature) {
  const std::optional<FeatureKind> kind = kind_of(feature);
  return kind ? to_string(FeatureSpec{"f", *kind, feature.origin->columns}).substr(2) : std::string();
}

std::uint64_t count_records(const Manifest& set) {
  std::uint64_t records = 0;
  for (const ManifestShard& shard : set.shards) {
    if (shard.size == set.shards.front().size) records += shard.records;
  }
  return records;
}

std::string one_line_summary(const Manifest& set) {
  return "TFRecord shards: " + counted(count_records(set), "record", "records") + " in " +
         counted(set.shards.size(), "shard", "shards");
}

}  // namespace tfrec
