// SPDX-License-Identifier: Apache-2.0
#include "operations/reshard_sources.hpp"

#include <algorithm>
#include <numeric>
#include <system_error>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/parallel_for.hpp"
#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "example/feature_spec.hpp"
#include "operations/schema_difference.hpp"
#include "operations/shard_progress.hpp"
#include "shards/shard_name.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

std::string records_text(std::uint64_t records) {
  return counted(records, "record", "records");
}

fs::path resolved(const fs::path& path) {
  std::error_code failed;
  const fs::path whole = fs::weakly_canonical(path, failed);
  return failed ? fs::absolute(path, failed) : whole;
}

/// What is written into OUT must never be read from it, nor replace what is read.
void require_sources_outside(const FoundShards& found, const fs::path& out) {
  fs::path folder = resolved(out);
  if (!folder.has_filename()) folder = folder.parent_path();
  for (const FoundShard& shard : found.shards) {
    for (fs::path above = resolved(shard.path).parent_path();; above = above.parent_path()) {
      if (above == folder) {
        throw Error(ErrorKind::usage, shard.path.string(), "is a source, and lies in the folder to write to",
                    "name another folder with -o");
      }
      if (above == above.parent_path()) break;
    }
  }
}

/// Class names may stand for the numbers they have.
void name_classes(RecordChoice& choice, const AgreedChoices& agreed) {
  for (RecordFilter& filter : choice.filters) {
    const auto spec = agreed.specs.find(filter.feature());
    if (spec == agreed.specs.end()) continue;
    const FeatureSpec feature = parse_feature_spec(spec->second);
    if (feature.kind != FeatureKind::index && feature.kind != FeatureKind::indices) continue;
    for (const ClassColumn& column : agreed.classes) {
      if (column.column != feature.columns.front()) continue;
      std::vector<std::string> names;
      for (const ClassCount& known : column.classes) names.push_back(known.name);
      filter.set_class_names(names, agreed.label_base);
    }
  }
}

/// A shard that lost whole records looks sound; its name or its manifest knows.
void require_count(const SourceShard& shard, const FoundShard& found, const ManifestShard* listed) {
  const auto require = [&](std::uint64_t wanted, const std::string& witness) {
    if (wanted == shard.records) return;
    throw Error(ErrorKind::bad_data, shard.path.string(),
                witness + " says " + records_text(wanted) + ", it holds " + records_text(shard.records),
                "fetch it again; or rename it, where the name is wrong");
  };
  if (const auto named = count_in_name(found.file_name())) require(*named, "its name");
  if (listed != nullptr) require(listed->records, "the manifest");
}

void require_known_features(const ReshardSources& sources) {
  Schema all;
  for (const SourceShard& shard : sources.shards) all.add(shard.schema);
  std::vector<std::string> names;
  for (const FeatureSummary& feature : all.features()) names.push_back(feature.name);
  const auto require = [&](const std::string& name, const char* option) {
    if (all.has_too_many_names() || std::find(names.begin(), names.end(), name) != names.end()) return;
    const auto near = nearest(name, names);
    throw Error(ErrorKind::usage, "",
                std::string(option) + ": no record has a feature '" + printable_excerpt(name, 60) + "'",
                near ? "did you mean '" + printable_excerpt(*near, 60) + "'?"
                     : "`tfrec inspect` shows the features there are");
  };
  for (const RecordFilter& filter : sources.choice.filters) require(filter.feature(), "--filter");
  for (const std::string& name : sources.choice.drop) require(name, "--drop");
}

template <class Value>
std::uint64_t sum_over(const std::vector<SourceShard>& shards, const Value& value) {
  return std::accumulate(shards.begin(), shards.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, const SourceShard& shard) { return sum + value(shard); });
}

}  // namespace

std::uint64_t ReshardSources::records() const {
  return sum_over(shards, [](const SourceShard& shard) { return shard.records; });
}

std::uint64_t ReshardSources::kept() const {
  return sum_over(shards, [](const SourceShard& shard) { return shard.frames.size(); });
}

std::uint64_t ReshardSources::bytes() const {
  return sum_over(shards, [](const SourceShard& shard) { return shard.bytes; });
}

std::uint64_t ReshardSources::stored_bytes() const {
  return sum_over(shards, [](const SourceShard& shard) { return shard.stored_bytes; });
}

ReshardSources find_sources(const ReshardOptions& options, Observer& observer) {
  ReshardSources sources;
  sources.choice.drop = options.drop;
  for (const std::string& text : options.filters) sources.choice.filters.emplace_back(text);
  sources.found = find_shards(options.paths);
  require_sources_outside(sources.found, options.out);
  require_whole_sources(sources.found, options.mixed);
  sources.agreed = agreed_choices(sources.found, observer);
  name_classes(sources.choice, sources.agreed);
  return sources;
}

void index_sources(ReshardSources& sources, const ReshardOptions& options, const fs::path& staging,
                   Observer& observer) {
  const std::vector<FoundShard>& found = sources.found.shards;
  sources.shards.resize(found.size());
  ShardProgress progress(observer, found.size());
  parallel_for(found.size(), options.threads, [&](std::size_t i) {
    const fs::path copy = staging.empty() ? fs::path() : staging / ("inflated-" + std::to_string(i));
    sources.shards[i] = index_source(found[i].path, sources.choice, copy);
    progress.done(sources.shards[i].stored_bytes);
  });
  for (std::size_t i = 0; i < found.size(); ++i) {
    require_count(sources.shards[i], found[i], sources.found.listed(found[i]));
  }
  if (sources.records() == 0) throw Error(ErrorKind::bad_data, options.paths.front(), "holds no record");
  if (sources.choice.looks_inside()) require_known_features(sources);
  if (sources.kept() == 0) {
    throw Error(ErrorKind::bad_data, "",
                "no record of " + format_count(sources.records()) + " passes --filter",
                "`tfrec inspect` shows which values there are");
  }
}

void require_one_schema(const ReshardSources& sources, const std::vector<Schema>& schemas) {
  std::vector<SchemaOfFile> files;
  for (std::size_t i = 0; i < schemas.size(); ++i) {
    files.push_back({&schemas[i], printable(sources.shards[i].path.string())});
  }
  const std::vector<SchemaDifference> differences = schema_differences(files);
  if (differences.empty()) return;
  throw Error(ErrorKind::usage, sources.shards[differences.front().file].path.string(),
              differences.front().message,
              "make them alike with --drop, or mix them as they are with --mixed");
}

}  // namespace tfrec
