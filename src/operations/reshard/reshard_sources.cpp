// SPDX-License-Identifier: Apache-2.0
#include "operations/reshard/reshard_sources.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>

#include "base/concurrency/parallel_for.hpp"
#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/nearest.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/splits/splits.hpp"
#include "sets/merge/left_out_records.hpp"
#include "sets/merge/listed_classes.hpp"
#include "sets/merge/record_filters.hpp"
#include "sets/merge/recorded_difference.hpp"
#include "sets/merge/schema_difference.hpp"
#include "sets/merge/shape_difference.hpp"
#include "sets/summaries/parts_of_set.hpp"
#include "shards/extra_shards.hpp"
#include "shards/missing_shards.hpp"
#include "shards/names/shard_name.hpp"
#include "shards/shard_progress.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

std::string records_text(std::uint64_t records) {
  return counted(records, "record", "records");
}

/// The folders that are given, and those of sets that shards are given of.
std::vector<std::string> source_folders(const FoundShards& found, const ReshardOptions& options) {
  std::vector<std::string> folders;
  for (const std::string& path : options.paths) {
    std::error_code failed;
    if (fs::is_directory(path, failed)) folders.push_back(path);
  }
  for (const ShardSet& set : found.sets) {
    const std::string folder = set.folder.string();
    folders.push_back(folder.empty() ? "." : folder);
  }
  return folders;
}

/// What is written into OUT must never be read from it, nor replace what is read, nor be read with the
/// sources.
void require_sources_outside(const FoundShards& found, const ReshardOptions& options) {
  const fs::path folder = real_path(options.out);
  for (const std::string& source : source_folders(found, options)) {
    if (!lies_in(folder, real_path(source)) || folder == real_path(source)) continue;
    throw Error(ErrorKind::usage, options.out.string(),
                "lies in the source " + printable(source) + ", which would contain its records twice",
                "name a folder outside of it with -o");
  }
  for (const FoundShard& shard : found.shards) {
    if (!lies_in(real_path(shard.path), folder)) continue;
    throw Error(ErrorKind::usage, shard.path.string(), "is a source inside the output folder",
                "name another folder with -o");
  }
}

constexpr const char* k_mix_hint = "make the sources alike, or mix them with --allow-mixed";

Error misfit(const SourceOrigin& origin, const std::string& message) {
  const std::string folder = origin.folder.empty() ? "." : origin.folder.string();
  return Error(ErrorKind::usage, folder, message, k_mix_hint);
}

/// A conflict that the options do not allow.
Error misnumbered(const SourceOrigin& origin, const ClassConflict& conflict, const ReshardOptions& options) {
  std::string hint =
      "give all records one list of classes with --renumber, or keep the numbers as they are with "
      "--allow-mixed";
  if (!conflict.can_be_renumbered) {
    hint = std::string(options.renumber ? "--renumber needs the classes of all sources: " : "") +
           "put the label map of the others' shards beside them, or leave the feature out with --drop" +
           (options.renumber ? "" : ", or keep the numbers as they are with --allow-mixed");
  }
  return Error(ErrorKind::usage, misfit(origin, {}).path(), conflict.message, hint);
}

/// Takes the classes as --renumber and --allow-mixed decide. Where numbers stay mixed, the new set lists
/// none.
void settle_classes(MergedClasses& merged, const ShardOrigins& origins, const ReshardOptions& options,
                    Observer& observer) {
  std::set<std::string> mixed;
  for (const ClassConflict& conflict : merged.differences) {
    const SourceOrigin& origin = origins.all[conflict.origin];
    if (options.renumber && conflict.can_be_renumbered) continue;
    if (options.renumber || !options.allow_mixed) throw misnumbered(origin, conflict, options);
    observer.warning(origin.name() + ": " + conflict.message + "; the new set lists no classes of it");
    mixed.insert(conflict.feature);
  }
  if (options.renumber && merged.features.empty()) {
    throw Error(ErrorKind::usage, "", "--renumber: no source lists classes", "leave out --renumber");
  }
  forget_features(merged.lists, merged.features, mixed);
  if (!options.renumber) merged.renumberings.assign(origins.all.size(), {});
  for (const std::string& note : renumbering_notes(merged, origins)) observer.note(note);
}

void report_lists(const std::vector<ListedUse>& lists, const MergedClasses& merged, Observer& observer) {
  for (const ListedUse& use : lists) {
    const std::string file = printable(use.file.string());
    if (use.feature.empty()) observer.note(file + " is not used: " + use.reason);
    if (merged.features.contains(use.feature) && !use.feature.empty())
      observer.note(in_quotes(use.feature) + " has the classes of " + file);
  }
}

/// One split alone becomes a set without splits.
void note_only_split(const ReshardSources& sources, Observer& observer) {
  std::set<std::string> distinct;
  for (const PartOfSet& part : parts_of_set(sources.found)) distinct.insert(part.split);
  if (distinct.size() == 1 && !distinct.begin()->empty())
    observer.note("all shards are of split " + in_quotes(*distinct.begin()) + "; the new set has no splits");
}

/// What each source shard's records are to be.
void choose_records(ReshardSources& sources, const ReshardOptions& options, MergedClasses merged) {
  std::vector<RecordFilters> filters = record_filters(options.filters, sources.origins, merged.renumberings);
  for (std::size_t i = 0; i < filters.size(); ++i)
    sources.choices.push_back({std::move(filters[i]), options.drop, std::move(merged.renumberings[i])});
}

/// A shard that lost whole records looks sound; its name or its manifest knows.
void require_count(const SourceShard& shard, const FoundShard& found, const ManifestShard* listed) {
  const auto require = [&](std::uint64_t wanted, const std::string& claim) {
    if (wanted == shard.records) return;
    throw Error(ErrorKind::bad_data, shard.path.string(),
                claim + ", it contains " + records_text(shard.records),
                "download it again, or rename it if the name is wrong");
  };
  const std::string name = found.file_name();
  if (const auto named = count_in_name(name)) require(*named, "its name gives " + count_text_in_name(name));
  if (listed != nullptr) require(listed->records, "the manifest has " + records_text(listed->records));
}

void require_known_features(const ReshardSources& sources, const ReshardOptions& options) {
  Schema all;
  for (const SourceShard& shard : sources.shards) all.add(shard.schema);
  for (const RecordFilter& filter : sources.choices.front().filters)
    require_feature(all, filter.feature(), "--filter", sources.origins);
  for (const std::string& name : options.drop) require_feature(all, name, "--drop", sources.origins);
  const auto is_dropped = [&](const FeatureSummary& feature) {
    return std::ranges::find(options.drop, feature.name) != options.drop.end();
  };
  const std::vector<FeatureSummary> features = all.features();
  if (!features.empty() && std::ranges::all_of(features, is_dropped))
    throw Error(ErrorKind::usage, "", "--drop leaves out all features", "leave out --drop for those to keep");
}

template <class Value>
std::uint64_t sum_over(std::span<const SourceShard> shards, const Value& value) {
  return std::accumulate(shards.begin(), shards.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, const SourceShard& shard) { return sum + value(shard); });
}

/// ": none of its records passes --filter", of shards of which nothing is taken.
std::string cause_of_empty(std::span<const SourceShard> shards) {
  const std::uint64_t records = sum_over(shards, [](const SourceShard& shard) { return shard.records; });
  const std::uint64_t listed = sum_over(shards, [](const SourceShard& shard) { return shard.listed; });
  if (records == 0) return {};
  if (listed == records) return ": --without leaves out all of its records";
  if (listed == 0) return ": none of its records passes --filter";
  return ": --without leaves out " + records_text(listed) + " of it, and none of the others passes --filter";
}

/// Readers fail at a split without shards.
void require_no_empty_split(const ReshardSources& sources) {
  for (const SourceSplit& split : sources.splits) {
    const auto shards = std::span(sources.shards).subspan(split.begin, split.end - split.begin);
    if (std::ranges::any_of(shards, [](const SourceShard& shard) { return !shard.frames.empty(); })) continue;
    throw Error(ErrorKind::bad_data, "",
                "split " + in_quotes(split.name) + " would have no records" + cause_of_empty(shards),
                "name the shards of the other splits, or put all in one set with --allow-mixed");
  }
}

}  // namespace

std::vector<const Renumbering*> ReshardSources::renumberings() const {
  std::vector<const Renumbering*> of_shard;
  for (const std::size_t origin : origins.of_shard) of_shard.push_back(&choices[origin].renumbering);
  return of_shard;
}

std::uint64_t ReshardSources::records() const {
  return sum_over(shards, [](const SourceShard& shard) { return shard.records; });
}

std::uint64_t ReshardSources::listed() const {
  return sum_over(shards, [](const SourceShard& shard) { return shard.listed; });
}

std::uint64_t ReshardSources::kept() const {
  return sum_over(shards, [](const SourceShard& shard) { return shard.frames.size(); });
}

std::uint64_t ReshardSources::bytes(const SourceSplit& split) const {
  return sum_over(std::span(shards).subspan(split.begin, split.end - split.begin),
                  [](const SourceShard& shard) { return shard.bytes; });
}

std::uint64_t ReshardSources::stored_bytes() const {
  return sum_over(shards, [](const SourceShard& shard) { return shard.stored_bytes; });
}

ReshardSources find_sources(const ReshardOptions& options, Observer& observer) {
  ReshardSources sources;
  sources.found = find_shards(options.paths, observer);
  require_sources_outside(sources.found, options);
  require_whole_sources(sources.found, options.allow_mixed);
  warn_of_missing_shards(sources.found, observer);  // where shards were given one by one
  warn_of_extra_shards(sources.found, observer);
  sources.origins = shard_origins(sources.found);
  sources.splits = options.allow_mixed ? one_split(sources.found.shards.size())
                                       : group_by_split(sources.found, sources.origins);
  if (sources.splits.size() > 1) {
    std::string names;
    for (const SourceSplit& split : sources.splits) names += (names.empty() ? "" : ", ") + split.name;
    observer.note("the splits are kept (" + printable(names) + "); to mix them: --allow-mixed");
  }
  note_only_split(sources, observer);
  return sources;
}

void choose_from_sources(ReshardSources& sources, const ReshardOptions& options, Observer& observer) {
  std::vector<ListedUse> lists;
  if (std::ranges::none_of(options.drop, may_be_label))
    lists = add_listed_classes(sources.origins, sources.found, options.threads, observer);
  MergedClasses merged = merge_classes(sources.origins, options.drop);
  settle_classes(merged, sources.origins, options, observer);
  report_lists(lists, merged, observer);
  if (!options.allow_mixed) {
    const auto differs = recorded_difference(sources.found, sources.origins, options.drop);
    if (differs) throw misfit(sources.origins.all[differs->file], differs->message);
  }
  sources.agreed = agreed_choices(sources.origins, merged);
  choose_records(sources, options, std::move(merged));
  sources.left_out.resize(sources.found.shards.size());
  if (!options.without.empty()) sources.left_out = listed_records(sources.found, options.without);
}

void index_sources(ReshardSources& sources, const ReshardOptions& options, const fs::path& staging,
                   Observer& observer) {
  const std::vector<FoundShard>& found = sources.found.shards;
  sources.shards.resize(found.size());
  ShardProgress progress(observer, found.size());
  parallel_for(found.size(), options.threads, [&](std::size_t i) {
    const fs::path copy = staging.empty() ? fs::path() : staging / ("inflated-" + std::to_string(i));
    sources.shards[i] =
        index_source(found[i].path, sources.choices[sources.origins.of_shard[i]], copy, sources.left_out[i]);
    progress.done(sources.shards[i].stored_bytes);
  });
  for (std::size_t i = 0; i < found.size(); ++i) {
    require_count(sources.shards[i], found[i], sources.found.listed(found[i]));
  }
  if (sources.records() == 0) throw Error(ErrorKind::bad_data, options.paths.front(), "contains no records");
  if (!options.filters.empty() || !options.drop.empty()) require_known_features(sources, options);
  if (sources.kept() == 0) {
    const std::uint64_t filtered = sources.records() - sources.listed();
    if (filtered > 0) throw no_record_passes(filtered, sources.choices.front().filters);
    throw Error(ErrorKind::bad_data, options.without.string(),
                "names all " + records_text(sources.records()) + " of the sources",
                "remove the lines of records to keep");
  }
  require_no_empty_split(sources);
}

namespace {

/// A test split may lack labels, or have features of its own.
bool is_test(const SourceSplit& split) {
  constexpr int k_test = 2;
  return split_rank(split.name) == k_test;
}

/// "; 'b', 'c' and 2 other features differ, too", of those after the first.
std::string others_text(const std::vector<std::string>& features) {
  constexpr std::size_t k_shown = 5;
  if (features.size() < 2) return {};
  const std::size_t more = features.size() - std::min(features.size(), k_shown);
  const auto shown = std::span(features).subspan(1, features.size() - more - 1);
  const std::string names = joined(shown, ", ", [](const std::string& name) { return in_quotes(name); });
  if (more > 0)
    return "; " + names + " and " + counted(more, "other feature", "other features") + " differ, too";
  return "; " + names + (shown.size() == 1 ? " differs, too" : " differ, too");
}

/// Throws Error (usage) of the first file that differs, and with all features that do in any file. `schema`
/// is that of the first.
void refuse_unlike(const std::string& path, const Schema& schema,
                   const std::vector<SchemaDifference>& differences) {
  constexpr std::size_t k_most = 1'000;  // characters to paste
  std::vector<std::string> features;
  for (const SchemaDifference& difference : differences) {
    for (const std::string& name : difference.features) {
      if (std::ranges::find(features, name) == features.end()) features.push_back(name);
    }
  }
  const auto option = [](const std::string& name) { return shell_option("--drop", name); };
  const std::string drop = joined(features, " ", option);
  const bool leaves_any = std::ranges::any_of(schema.features(), [&](const FeatureSummary& feature) {
    return std::ranges::find(features, feature.name) == features.end();
  });
  const std::string way = leaves_any
                              ? "make them alike with " + (drop.size() > k_most ? "--drop" : drop)
                              : "`tfrec extract` one, and build it with the feature names of the other";
  throw Error(ErrorKind::usage, path, differences.front().message + others_text(features),
              way + ", or mix them with --allow-mixed");
}

void require_alike(const ReshardSources& sources, const std::vector<Schema>& schemas,
                   const std::vector<std::size_t>& shards) {
  std::vector<SchemaOfFile> files;
  for (const std::size_t i : shards)
    files.push_back({&schemas[i], printable(sources.shards[i].path.string())});
  const std::vector<SchemaDifference> differences = schema_differences(files);
  if (differences.empty()) return;
  const std::size_t shard = shards[differences.front().file];
  refuse_unlike(sources.shards[shard].path.string(), schemas[shard], differences);
}

void require_one_schema(const ReshardSources& sources, const std::vector<Schema>& schemas) {
  std::vector<std::size_t> labelled;
  std::vector<std::size_t> tests;
  Schema all_labelled;
  for (const SourceSplit& split : sources.splits) {
    for (std::size_t i = split.begin; i < split.end; ++i) {
      (is_test(split) ? tests : labelled).push_back(i);
      if (!is_test(split)) all_labelled.add(schemas[i]);
    }
  }
  require_alike(sources, schemas, labelled);
  require_alike(sources, schemas, tests);
  for (const std::size_t i : tests) {
    const SchemaDifference kinds = kind_difference(schemas[i], {&all_labelled, "the other splits"});
    if (!kinds.message.empty()) refuse_unlike(sources.shards[i].path.string(), all_labelled, {kinds});
  }
}

/// A reader of tf.train.Examples cannot read other records.
void require_one_content(const ReshardSources& sources, const CopiedRecords& copied) {
  if (sources.origins.all.size() < 2 || copied.opaque == 0 || copied.opaque == sources.kept()) return;
  throw Error(
      ErrorKind::usage, "",
      counted(copied.opaque, "record is not a tf.train.Example", "records are not tf.train.Examples") +
          ", the others are",
      k_mix_hint);
}

void require_one_shape(const ReshardSources& sources, const CopiedRecords& copied) {
  std::vector<SourceContent> contents(sources.origins.all.size());
  for (std::size_t i = 0; i < contents.size(); ++i) contents[i].name = sources.origins.all[i].name();
  for (std::size_t i = 0; i < copied.schemas.size(); ++i) {
    SourceContent& content = contents[sources.origins.of_shard[i]];
    content.schema.add(copied.schemas[i]);
    add_tallies(content.stored, copied.stored[i]);
  }
  const auto differs = shape_difference(contents, varying_features(sources.origins));
  if (differs) throw misfit(sources.origins.all[differs->file], differs->message);
}

/// Sources without a manifest may hold a feature that their first records lack.
void require_known_numbers(ReshardSources& sources, const ReshardOptions& options,
                           const std::vector<Schema>& schemas) {
  sources.origins.add_features(schemas);
  for (const ClassConflict& conflict : merge_classes(sources.origins, options.drop).differences) {
    if (!conflict.can_be_renumbered)
      throw misnumbered(sources.origins.all[conflict.origin], conflict, options);
  }
}

}  // namespace

void require_one_set(ReshardSources& sources, const ReshardOptions& options, const CopiedRecords& copied) {
  if (options.allow_mixed && !options.renumber) return;
  require_known_numbers(sources, options, copied.schemas);
  if (options.allow_mixed) return;
  require_one_content(sources, copied);
  require_one_schema(sources, copied.schemas);
  require_one_shape(sources, copied);
}

}  // namespace tfrec
