// SPDX-License-Identifier: Apache-2.0
#include "operations/reshard/describe_reshard.hpp"

#include <algorithm>

#include "example/box_form.hpp"
#include "records/copy/record_boxes.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/options/option_table.hpp"
#include "sets/plan/describe_set.hpp"
#include "shards/names/set_names.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace {

RecordedOptions recorded(const ReshardOptions& options, const AgreedChoices& agreed) {
  RecordedOptions recorded = agreed.options;
  recorded.emplace_back("shuffle", options.shuffle);
  if (!options.filters.empty()) recorded.emplace_back("filter", options.filters);
  if (!options.without.empty()) recorded.emplace_back("without", options.without.filename().string());
  if (!options.drop.empty()) recorded.emplace_back("drop", options.drop);
  if (options.renumber) recorded.emplace_back("renumber", true);
  const RecordedOptions shards = record_shard_request(options.shards);
  recorded.insert(recorded.end(), shards.begin(), shards.end());
  if (options.compression == Compression::gzip) recorded.emplace_back("gzip", true);
  if (options.extension != ReshardOptions().extension) recorded.emplace_back("extension", options.extension);
  return recorded;
}

/// The shape that all source shards have by their manifests; empty if one does not record it.
std::vector<std::uint64_t> shape_of_all(const FoundShards& found) {
  std::vector<std::uint64_t> shape;
  for (std::size_t i = 0; i < found.shards.size(); ++i) {
    const ManifestShard* listed = found.listed(found.shards[i]);
    if (listed == nullptr || (i > 0 && listed->shape != shape)) return {};
    shape = listed->shape;
  }
  return shape;
}

/// Features every record has, in one kind: what a manifest can promise of each shard.
std::vector<ManifestFeature> features_of_all(const Schema& schema, const AgreedChoices& agreed) {
  std::vector<ManifestFeature> features;
  for (const FeatureSummary& feature : schema.features()) {
    if (!feature.kind || feature.in_records != schema.records()) continue;
    const auto spec = agreed.specs.find(feature.name);
    features.push_back(
        {feature.name, {}, std::string(kind_name(feature.kind)), feature.lengths.min, feature.lengths.max});
    if (spec != agreed.specs.end()) record_spec(features.back(), spec->second);
  }
  return features;
}

void add_feature(Manifest& set, const ManifestFeature& feature) {
  const auto known = std::ranges::find(set.features, feature.name, &ManifestFeature::name);
  if (known == set.features.end()) {
    set.features.push_back(feature);
  } else {
    known->min_length = std::min(known->min_length, feature.min_length);
    known->max_length = std::max(known->max_length, feature.max_length);
  }
}

/// Adds the features of each split, and their names where a split has fewer than the set.
void add_features(Manifest& set, const ReshardSources& sources, const std::vector<Schema>& schemas) {
  std::vector<std::vector<ManifestFeature>> of_split;
  for (const SourceSplit& split : sources.splits) {
    Schema all;
    for (std::size_t i = split.begin; i < split.end; ++i) all.add(schemas[i]);
    of_split.push_back(features_of_all(all, sources.agreed));
    if (of_split.back().empty()) return;
  }
  for (const std::vector<ManifestFeature>& features : of_split) {
    for (const ManifestFeature& feature : features) add_feature(set, feature);
  }
  for (std::size_t k = 0; k < of_split.size(); ++k) {
    if (of_split[k].size() == set.features.size()) continue;
    for (const ManifestFeature& feature : of_split[k]) set.totals[k].features.push_back(feature.name);
  }
}

bool holds_raw_pixels(const std::vector<ManifestFeature>& features) {
  return std::any_of(features.begin(), features.end(), [](const ManifestFeature& feature) {
    const auto& origin = feature.origin;
    return origin && origin->columns.empty() &&
           (origin->kind == info(FeatureKind::raw_uint8).name ||
            origin->kind == info(FeatureKind::raw_float32).name);
  });
}

bool has_boxes(const AgreedChoices& agreed) {
  return std::ranges::any_of(agreed.specs,
                             [](const auto& spec) { return spec.second.kind == FeatureKind::boxes; });
}

/// Class `id` of list `list`, in all and in each split.
void count(ClassCount& known, const std::vector<std::vector<ClassTally>>& of_split, std::size_t list,
           std::size_t id) {
  for (const std::vector<ClassTally>& tallies : of_split) {
    const std::uint64_t records = tallies[list].records()[id];
    known.records += records;
    if (of_split.size() > 1) known.by_split.push_back(records);
  }
}

SetTotals totals_of(const DealtSplit& split) {
  SetTotals totals;
  totals.split = split.name;
  totals.shards = split.shards.size();
  totals.records = split.places.size();
  totals.bytes = totals.predicted_bytes = split.bytes;
  totals.shard_rule = split.count.rule;
  totals.given_up = split.count.warnings;
  return totals;
}

/// Shard `k` of a split, as far as it is known before records are copied.
ManifestShard described(const Manifest& set, const DealtSplit& split, std::size_t k,
                        const std::vector<std::uint64_t>& shape) {
  ManifestShard shard;
  shard.records = split.shards[k].size();
  shard.path = (split.name.empty() ? "" : split.name + "/") +
               counted_shard_name(set.name, k, split.shards.size(), shard.records, set.extension);
  shard.split = split.name;
  shard.shape = shape;
  return shard;
}

void add_label_maps(Manifest& set, const AgreedChoices& agreed) {
  for (std::size_t list = 0; list < set.classes.size(); ++list) {
    const bool is_index = std::ranges::any_of(agreed.class_features, [&](const auto& feature) {
      const auto spec = agreed.specs.find(feature.first);
      return feature.second.list == list && spec != agreed.specs.end() &&
             spec->second.kind == FeatureKind::index;
    });
    if (is_index) set.side_files.push_back(label_map_file(set.classes[list].file));
  }
}

}  // namespace

Manifest describe_reshard(const ReshardOptions& options, const ReshardSources& sources,
                          const std::string& name, const std::vector<DealtSplit>& splits) {
  Manifest set;
  set.name = name;
  set.extension = options.extension;
  set.seed = options.seed;
  set.options = recorded(options, sources.agreed);
  set.mixed_options = sources.agreed.mixed_options;
  set.classes = sources.agreed.classes;
  for (ClassColumn& column : set.classes) column.is_counted = false;
  add_label_maps(set, sources.agreed);
  const std::vector<std::uint64_t> shape = shape_of_all(sources.found);
  for (const DealtSplit& split : splits) {
    if (!split.name.empty()) set.splits.push_back(split.name);
    set.totals.push_back(totals_of(split));
    for (std::size_t k = 0; k < split.shards.size(); ++k)
      set.shards.push_back(described(set, split, k, shape));
  }
  return set;
}

std::vector<ClassTally> class_tallies(const Manifest& set, const AgreedChoices& agreed) {
  std::vector<ClassTally> tallies;
  for (std::size_t list = 0; list < set.classes.size(); ++list) {
    const auto feature = std::find_if(agreed.class_features.begin(), agreed.class_features.end(),
                                      [&](const auto& known) { return known.second.list == list; });
    const bool is_of_boxes = has_boxes(agreed) || feature->first == k_box_label;
    const ClassUnit unit = is_of_boxes ? ClassUnit::value : ClassUnit::record;
    tallies.emplace_back(feature->first, set.classes[list].classes.size(), feature->second.ids, unit);
  }
  return tallies;
}

std::optional<BoxTally> box_tally(const AgreedChoices& agreed, const std::vector<std::string>& drop) {
  const auto is_kept = [&](std::string_view name) { return std::ranges::find(drop, name) == drop.end(); };
  for (const auto& [name, spec] : agreed.specs) {
    if (spec.kind != FeatureKind::boxes || !is_kept(name)) continue;
    if (const auto form = box_form_named(spec.columns.front())) return BoxTally(name, form->floats());
  }
  if (!agreed.are_of_others()) return std::nullopt;
  for (const BoxList edge : k_box_edges) {
    if (is_kept(feature_name(edge))) return BoxTally(std::string(feature_name(edge)), 1);
  }
  return std::nullopt;
}

void add_copied(Manifest& set, const ReshardSources& sources, const CopiedRecords& copied) {
  for (SetTotals& totals : set.totals) totals.bytes = 0;
  for (std::size_t k = 0; k < copied.shards.size(); ++k) {
    const CopiedShard& shard = copied.shards[k];
    set.shards[k].bytes = shard.facts.bytes;
    set.shards[k].crc32c = shard.facts.crc32c;
    set.shards[k].sources = crc32c_hex(shard.sources_crc32c);
    std::ranges::find(set.totals, set.shards[k].split, &SetTotals::split)->bytes += shard.facts.bytes;
  }
  if (copied.opaque == 0) add_features(set, sources, copied.schemas);
  Schema all;
  for (const Schema& schema : copied.schemas) all.add(schema);
  for (const FeatureSummary& feature : all.features()) {
    const bool is_counted = copied.boxes && feature.name == copied.boxes->feature();
    if (is_counted && feature.kind == ListKind::float_list) set.boxes = copied.boxes->totals();
  }
  if (!holds_raw_pixels(set.features)) {
    for (ManifestShard& shard : set.shards) shard.shape.clear();
  }
  for (std::size_t i = 0; i < set.classes.size(); ++i) {
    set.classes[i].is_counted = true;
    for (std::size_t id = 0; id < set.classes[i].classes.size(); ++id) {
      count(set.classes[i].classes[id], copied.tallies, i, id);
    }
  }
}

}  // namespace tfrec
