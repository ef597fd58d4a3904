// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/shard_origins.hpp"

#include <algorithm>
#include <map>

#include "base/text/printable.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace {

SourceOrigin origin_of(const FoundShards& found, const FoundShard& shard) {
  SourceOrigin origin;
  if (found.listed(shard) == nullptr) {
    origin.folder = shard.path.parent_path();
    return origin;
  }
  const ShardSet& set = found.sets[*shard.set];
  origin.folder = set.folder;
  origin.set = shard.set;
  origin.earlier = earlier_set(*set.manifest, set.manifest_file().string());
  for (const ManifestFeature& feature : set.manifest->features) origin.features.insert(feature.name);
  return origin;
}

/// Names the features of a shard's first record, if that is an example.
void look_at_first_record(const std::filesystem::path& shard, std::set<std::string>& features) {
  const InputFile file(shard);
  Reader reader(file);
  const ReadItem item = reader.next();
  const auto* record = std::get_if<Record>(&item);
  ExampleView view;
  if (record == nullptr || !view.parse(record->payload)) return;
  for (const FeatureView& feature : view.features()) features.emplace(feature.name);
}

}  // namespace

std::string SourceOrigin::name() const {
  return folder.empty() ? "." : printable(folder.string());
}

bool ShardOrigins::all_have_manifests() const {
  return std::all_of(all.begin(), all.end(),
                     [](const SourceOrigin& origin) { return origin.earlier.has_value(); });
}

void ShardOrigins::add_features(const std::vector<Schema>& schemas) {
  for (std::size_t i = 0; i < schemas.size(); ++i) {
    for (const FeatureSummary& feature : schemas[i].features())
      all[of_shard[i]].features.insert(feature.name);
  }
}

ShardOrigins shard_origins(const FoundShards& found) {
  ShardOrigins origins;
  std::map<std::pair<std::optional<std::size_t>, std::filesystem::path>, std::size_t> known;
  for (const FoundShard& shard : found.shards) {
    const bool is_listed = found.listed(shard) != nullptr;
    const auto key = std::pair(is_listed ? shard.set : std::nullopt,
                               is_listed ? std::filesystem::path() : shard.path.parent_path());
    const auto [entry, fresh] = known.emplace(key, origins.all.size());
    if (fresh) origins.all.push_back(origin_of(found, shard));
    origins.of_shard.push_back(entry->second);
  }
  if (origins.all.size() < 2) return origins;
  for (std::size_t i = 0; i < found.shards.size(); ++i) {
    SourceOrigin& origin = origins.all[origins.of_shard[i]];
    if (!origin.earlier) look_at_first_record(found.shards[i].path, origin.features);
  }
  return origins;
}

}  // namespace tfrec
