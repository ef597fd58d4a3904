// SPDX-License-Identifier: Apache-2.0
#include "operations/describe_reshard.hpp"

#include <algorithm>
#include <map>

#include "example/feature_spec.hpp"
#include "operations/record_options.hpp"
#include "shards/set_names.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace {

std::vector<std::pair<std::string, OptionValue>> recorded(const ReshardOptions& options,
                                                          const AgreedChoices& agreed) {
  auto recorded = agreed.options;
  recorded.emplace_back("shuffle", options.shuffle);
  if (!options.filters.empty()) recorded.emplace_back("filter", options.filters);
  if (!options.drop.empty()) recorded.emplace_back("drop", options.drop);
  record_shard_request(options.shards, recorded);
  if (options.compression == Compression::gzip) recorded.emplace_back("gzip", true);
  if (options.extension != ReshardOptions().extension) recorded.emplace_back("extension", options.extension);
  return recorded;
}

/// The feature that holds the numbers of a column's classes.
std::string class_feature(const ReshardSources& sources, const std::string& column, bool& has_numbers) {
  for (const auto& [name, text] : sources.agreed.specs) {
    const auto& drop = sources.choice.drop;
    if (std::find(drop.begin(), drop.end(), name) != drop.end()) continue;
    const FeatureSpec spec = parse_feature_spec(text);
    if (info(spec.kind).source != FeatureSource::classes || spec.columns.front() != column) continue;
    has_numbers = info(spec.kind).list == ListKind::int64_list;
    return name;
  }
  return {};
}

/// Features every record has, in one kind: what a manifest can promise of each shard.
std::vector<DescribedFeature> features_of_all(const Schema& schema, const AgreedChoices& agreed) {
  std::vector<DescribedFeature> features;
  for (const FeatureSummary& feature : schema.features()) {
    if (!feature.kind || feature.in_records != schema.records()) continue;
    const auto spec = agreed.specs.find(feature.name);
    features.push_back({feature.name, spec == agreed.specs.end() ? std::string() : spec->second,
                        std::string(kind_name(feature.kind)), feature.lengths.min, feature.lengths.max});
  }
  return features;
}

}  // namespace

SetDescription describe_reshard(const ReshardOptions& options, const ReshardSources& sources,
                                const std::string& name, const ShardCount& count,
                                const std::vector<PlaceRange>& ranges) {
  SetDescription set;
  set.name = name;
  set.extension = options.extension;
  set.seed = options.seed;
  set.options = recorded(options, sources.agreed);
  set.classes = sources.agreed.classes;
  SetTotals totals;
  totals.shards = ranges.size();
  totals.records = sources.kept();
  totals.bytes = totals.predicted_bytes = sources.bytes();
  totals.shard_rule = count.rule;
  totals.given_up = count.warnings;
  set.totals.push_back(totals);
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    set.shards.push_back({counted_shard_name(name, k, ranges.size(), ranges[k].size(), options.extension), "",
                          "", ranges[k].size(), 0, 0, ""});
  }
  return set;
}

std::vector<ClassTally> class_tallies(SetDescription& set, const ReshardSources& sources) {
  std::vector<ClassTally> tallies;
  std::vector<ClassColumn> kept;
  for (ClassColumn& column : set.classes) {
    bool has_numbers = false;
    const std::string feature = class_feature(sources, column.column, has_numbers);
    if (feature.empty()) continue;
    tallies.emplace_back(feature, column.classes.size(), has_numbers ? sources.agreed.label_base : 0);
    kept.push_back(std::move(column));
  }
  set.classes = std::move(kept);
  return tallies;
}

void add_copied(SetDescription& set, const ReshardSources& sources, const CopiedRecords& copied) {
  set.totals.front().bytes = 0;
  for (std::size_t k = 0; k < copied.shards.size(); ++k) {
    const CopiedShard& shard = copied.shards[k];
    set.shards[k].bytes = shard.facts.bytes;
    set.shards[k].crc32c = shard.facts.crc32c;
    set.shards[k].sources = crc32c_hex(shard.sources_crc32c);
    set.totals.front().bytes += shard.facts.bytes;
  }
  Schema all;
  for (const Schema& schema : copied.schemas) all.add(schema);
  if (copied.opaque == 0) set.features = features_of_all(all, sources.agreed);
  for (std::size_t i = 0; i < set.classes.size(); ++i) {
    for (std::size_t id = 0; id < set.classes[i].classes.size(); ++id) {
      set.classes[i].classes[id].records = copied.tallies[i].records()[id];
    }
  }
}

}  // namespace tfrec
