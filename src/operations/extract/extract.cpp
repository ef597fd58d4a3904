// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <unistd.h>
#include <utility>

#include "base/concurrency/parallel_for.hpp"
#include "base/error.hpp"
#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/files/output_tree.hpp"
#include "base/sandbox/sandbox.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/classes/label_map.hpp"
#include "operations/extract/extract_features.hpp"
#include "operations/extract/extract_rebuild.hpp"
#include "operations/extract/extract_shard.hpp"
#include "operations/extract/extract_splits.hpp"
#include "operations/extract/extract_table.hpp"
#include "operations/extract/files/companion_build.hpp"
#include "operations/extract/files/output_folder.hpp"
#include "operations/extract/listed_labels.hpp"
#include "operations/extract/publishing.hpp"
#include "sets/merge/listed_classes.hpp"
#include "sets/merge/record_filters.hpp"
#include "sets/merge/recorded_difference.hpp"
#include "shards/extra_shards.hpp"
#include "shards/missing_shards.hpp"
#include "shards/publish/staging.hpp"
#include "shards/record_selection.hpp"
#include "shards/shard_progress.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// The classes in the order of their ids, which a build needs to give the same ones.
void write_classes(const fs::path& out, const fs::path& staging, const AgreedChoices& agreed,
                   const std::vector<std::string>& columns, const ExtractTable& table) {
  const std::string& label_map = table.classes_file();
  if (table.label_map())
    write_file_atomically(out / label_map, label_map_content(*table.label_map()), staging);
  for (const ClassColumn& column : agreed.classes) {
    if (std::find(columns.begin(), columns.end(), column.column) == columns.end()) continue;
    const ClassList classes = class_list(column, agreed.label_base);
    write_file_atomically(out / column.file, classes_file_content(classes, !column.ids.empty()), staging);
    if (label_map == label_map_file(column.file))
      write_file_atomically(out / label_map, label_map_content(classes), staging);
  }
}

/// A manifest that can't be read does not keep the images from being extracted.
void report_unread_manifests(const FoundShards& found, Observer& observer) {
  for (const ShardSet& set : found.sets) {
    if (set.manifest) continue;
    observer.warning(printable(set.manifest_file().string()) + ": " + printable(set.problem) +
                     "; names of columns and classes are not taken from it");
  }
}

[[noreturn]] void fail_mixed(const SourceOrigin& origin, const std::string& message) {
  throw Error(ErrorKind::usage, origin.folder.empty() ? "." : origin.folder.string(), message,
              "extract each source into a folder of its own");
}

/// A few records do not need the names that only all of them show.
std::vector<ListedUse> take_listed_classes(ShardOrigins& origins, const FoundShards& found,
                                           const ExtractOptions& options, Observer& observer) {
  if (options.records.empty()) return add_listed_classes(origins, found, options.threads, observer);
  std::vector<ListedUse> uses;
  for (const fs::path& file : classes_left_behind(found))
    uses.push_back({file, {}, "--records reads some alone"});
  return uses;
}

/// One column shows the classes of all sources, so it must be known what their numbers mean.
void require_known_classes(const ShardOrigins& origins, const MergedClasses& classes) {
  for (const ClassConflict& conflict : classes.differences) {
    if (!conflict.can_be_renumbered) fail_mixed(origins.all[conflict.origin], conflict.message);
  }
}

/// The same of the features that the records have.
void require_known_classes_in(const std::vector<ExtractedShard>& shards, ShardOrigins& origins) {
  std::vector<Schema> schemas;
  for (const ExtractedShard& shard : shards) schemas.push_back(shard.schema);
  origins.add_features(schemas);
  require_known_classes(origins, merge_classes(origins, {}));
}

/// The files hold raw values as they are, and not their scale.
void require_one_scale(const ShardOrigins& origins, const ExtractFeatures& features) {
  if (!features.raw) return;
  if (const auto differs = recorded_difference_of(origins, features.image))
    fail_mixed(origins.all[differs->file], differs->message);
}

std::vector<RecordChoice> choose_records(const ExtractOptions& options, const ShardOrigins& origins,
                                         const std::vector<Renumbering>& renumberings) {
  std::vector<RecordChoice> choices;
  for (RecordFilters& filters : record_filters(options.filters, origins, renumberings))
    choices.push_back({std::move(filters), {}, renumberings[choices.size()]});
  return choices;
}

/// Filters that none of the records passes are a mistake.
void require_some(const std::vector<ExtractedShard>& shards, const RecordFilters& filters,
                  const ShardOrigins& origins) {
  Schema all;
  std::uint64_t filtered = 0;
  for (const ExtractedShard& shard : shards) {
    all.add(shard.unfiltered);
    filtered += shard.filtered;
  }
  if (all.records() == 0) return;  // all are damaged or no examples, which are problems of the result
  for (const RecordFilter& filter : filters) require_feature(all, filter.feature(), "--filter", origins);
  if (filtered == all.records()) throw no_record_passes(filtered, filters);
}

/// What a shard lost, where it is known how many records it should contain.
void count_lost(ExtractedShard& shard, std::optional<std::uint64_t> expected) {
  ExtractedFile& file = shard.file;
  if (file.problems.empty() || !expected || *expected < shard.intact) return;
  file.not_extracted += *expected - shard.intact - shard.lost_places;
  file.is_loss_known = true;
}

std::vector<ExtractedShard> extract_shards(const FoundShards& found, const ShardOrigins& origins,
                                           const std::vector<RecordSelection>& records,
                                           const std::vector<RecordChoice>& choices,
                                           const ExtractFeatures& features, const fs::path& staging,
                                           unsigned threads, Observer& observer) {
  std::vector<ExtractedShard> shards(found.shards.size());
  ShardProgress progress(observer, shards.size());
  parallel_for(shards.size(), threads, [&](std::size_t i) {
    shards[i] = extract_shard(found.shards[i].path, i, records[i], features, choices[origins.of_shard[i]],
                              staging / std::to_string(i));
    if (records[i].has_all()) count_lost(shards[i], found.expected_records(found.shards[i]));
    progress.done(shards[i].file.bytes);
  });
  return shards;
}

/// Looks at all records before any line is written.
void look_at_all(ExtractTable& table, const std::vector<ExtractedShard>& shards, unsigned threads) {
  std::mutex mutex;
  const ExtractTable untouched = table;
  parallel_for(shards.size(), threads, [&](std::size_t i) {
    ExtractTable own = untouched;
    ExampleView view;
    for_each_rest(shards[i], view, [&](std::size_t image) { own.look_at(view, shards[i].images[image]); });
    const std::scoped_lock lock(mutex);
    table.add_counts(own);
  });
  table.settle();
}

Schema schema_of(const std::vector<ExtractedShard>& shards) {
  Schema schema;
  for (const ExtractedShard& shard : shards) schema.add(shard.schema);
  return schema;
}

ExtractTable table_of(const std::vector<ExtractedShard>& shards, const ExtractFeatures& features,
                      const AgreedChoices& agreed, const ListedLabels& listed, unsigned threads) {
  std::set<std::string, std::less<>> no_text;
  for (const ExtractedShard& shard : shards) no_text.insert(shard.no_text.begin(), shard.no_text.end());
  ExtractTable table(features, agreed, schema_of(shards), no_text, listed);
  look_at_all(table, shards, threads);
  return table;
}

/// Lists of classes beside the shards.
void report_class_lists(const FoundShards& found, const std::vector<ExtractedShard>& shards,
                        const AgreedChoices& agreed, const std::vector<ListedUse>& lists,
                        const ExtractTable& table, Observer& observer) {
  const bool has_numbers = agreed.classes.empty() && !table.label_map() && table.has_number_columns();
  for (const ListedUse& use : lists) {
    const std::string file = printable(use.file.string());
    if (!use.feature.empty() && agreed.class_features.contains(use.feature))
      observer.note("cells of " + in_quotes(use.feature) + " have the class names of " + file);
    if (has_numbers && !use.reason.empty())
      observer.note(file + " is not used: " + use.reason + "; cells have class numbers");
  }
  if (agreed.classes.size() > 1 && table.classes_file().empty()) {
    observer.note(
        "after a change of the table, the rebuild command may give classes other ids; for those of one "
        "column: "
        "--label-column COLUMN, --classes with its list, and --feature NAME=KIND:COLUMN for each other "
        "column");
  }
  if (found.sets.empty()) return;
  if (const std::string note = note_of_unused_classes(found, schema_of(shards), {}); !note.empty())
    observer.note(note);
}

/// Names files by their texts, and gives them columns. A column of such texts names the files, too, where all
/// are their paths.
FileColumns name_files(std::vector<ExtractedShard>& shards, const ExtractFeatures& features,
                       ExtractTable& table) {
  FileColumns files(features.companions);
  for (ExtractedShard& shard : shards) {
    for (std::vector<StoredFile>& of_record : shard.files) files.name_by_text(of_record);
  }
  for (FileColumn& file : files.all()) {
    file.is_own = file.other > 0 || !table.shows_text(file.feature.text_feature, file.feature.column);
    file.header = file.is_own ? table.add_file_column(file.feature.column) : file.feature.column;
  }
  return files;
}

/// Several sizes are the same images again.
void warn_of_sizes(const FoundShards& found, Observer& observer) {
  std::set<std::string> sizes;
  for (const FoundShard& shard : found.shards) {
    if (const ManifestShard* listed = found.listed(shard)) sizes.insert(listed->size);
  }
  if (sizes.size() < 2) return;
  observer.warning("the shards contain the same images in " + std::to_string(sizes.size()) +
                   " sizes, and each is written; give the folder of one size for a set of its own");
}

/// Names that are not as the records have them.
void add_losses(ExtractResult& result, const ExtractTable& table, const Publishing& publishing) {
  result.not_rebuilt = table.not_rebuilt();
  result.not_built = table.not_built();
  for (const std::vector<ExtractLoss>& losses : {publishing.other_paths(), publishing.other_ids()})
    result.not_rebuilt.insert(result.not_rebuilt.end(), losses.begin(), losses.end());
  if (result.renamed > 0 && table.holds_name_in_first_column()) {
    std::vector<std::string> features = table.image_column_features();
    features.push_back(result.name_feature);
    for (const std::string& feature : features) {
      result.not_rebuilt.push_back(
          {feature, counted(result.renamed, "image is", "images are") + " named differently in the record"});
    }
  }
}

/// What is known before any file has its name.
ExtractResult described(const ExtractOptions& options, const ExtractFeatures& features,
                        const ExtractTable& table) {
  ExtractResult result;
  result.columns = table.header();
  result.left_out = table.left_out();
  result.label_separator = table.label_separator();
  result.label_base = table.label_base();
  if (!table.classes_file().empty()) result.classes_file = (options.out / table.classes_file()).string();
  result.image_feature = features.image;
  result.name_feature = features.name.value_or("");
  return result;
}

/// What became of masks and files, and how build takes them.
CompanionBuild companion_build(const ExtractOptions& options, const std::vector<ExtractedShard>& shards,
                               const ExtractFeatures& features, const FileColumns& files,
                               const AgreedChoices& agreed, const Publishing& publishing) {
  CompanionBuild build(options.out);
  MaskFileFindings masks;
  for (const ExtractedShard& shard : shards) masks.add(shard.masks);
  for (const CompanionFeature& feature : features.companions) {
    if (feature.is_mask) build.add_masks(feature.name, masks, publishing.has_mask_clash(), agreed);
  }
  for (const FileColumn& file : files.all()) build.add_file(file);
  return build;
}

/// How build makes the set again, unless records are images: it makes no such records.
void add_rebuild(ExtractResult& result, const std::vector<ExtractedShard>& shards,
                 const ExtractFeatures& features, const AgreedChoices& agreed, const ExtractTable& table,
                 const CompanionBuild& companions) {
  if (features.are_payloads) return;
  ExtractedImages images;
  for (const ExtractedShard& shard : shards) images.add(shard.in_common);
  const FeatureSpec image = image_spec(images, features, agreed);
  const std::vector<ExtractLoss> losses = image_losses(images, image, table.image_facts(), agreed);
  result.not_rebuilt.insert(result.not_rebuilt.end(), losses.begin(), losses.end());
  result.build_options = build_options(result, images, image, agreed, table);
  const std::vector<std::string>& words = companions.options();
  result.build_options.insert(result.build_options.end(), words.begin(), words.end());
}

/// Warns of shards that are missing, or there twice, unless single records are asked for.
FoundShards find_sources(const ExtractOptions& options, Observer& observer) {
  FoundShards found = find_shards(options.paths, observer);
  require_finished_sets(found);
  if (!options.records.empty()) return found;
  warn_of_missing_shards(found, observer);
  warn_of_missing_entries(found, observer);
  warn_of_extra_shards(found, observer);
  return found;
}

void publish_shards(std::vector<ExtractedShard>& shards, const ExtractSplits& splits, Publishing& publishing,
                    ExtractResult& result) {
  for (ExtractedShard& shard : shards) {
    publishing.add(shard, splits.of(shard.number));
    result.images += shard.file.images;
    result.filtered += shard.filtered;
    result.image_bytes += shard.image_bytes;
    result.companion_bytes += shard.companion_bytes;
    result.files.push_back(std::move(shard.file));
  }
}

void add_counts(ExtractResult& result, const Publishing& publishing) {
  result.renamed = publishing.renamed();
  result.rows = publishing.rows();
  result.masks = publishing.masks();
  result.companion_files = publishing.files();
}

}  // namespace

bool ExtractResult::ok() const {
  return std::all_of(files.begin(), files.end(),
                     [](const ExtractedFile& file) { return file.problems.empty(); });
}

ExtractResult extract(const ExtractOptions& options, Observer& observer) {
  observer.phase("extracting");
  require_empty(options.out, options.overwrite);
  FoundShards found = find_sources(options, observer);
  const std::vector<RecordSelection> records = select_records(found, options.records);
  report_unread_manifests(found, observer);
  ShardOrigins origins = shard_origins(found);
  const std::vector<ListedUse> lists = take_listed_classes(origins, found, options, observer);
  const MergedClasses classes = merge_classes(origins, {});
  require_known_classes(origins, classes);
  AgreedChoices agreed = agreed_choices(origins, classes);
  const std::vector<RecordChoice> choices = choose_records(options, origins, classes.renumberings);
  require_unblocked(options.out, agreed, options.metadata);
  warn_of_sizes(found, observer);
  const ExtractFeatures features = choose_features(options, found, records, agreed, observer);
  require_one_scale(origins, features);
  const Staging staging(options.out);
  narrow_sandbox();
  staging.start_anew();
  std::vector<ExtractedShard> shards =
      extract_shards(found, origins, records, choices, features, staging.folder(), options.threads, observer);
  if (!options.filters.empty()) require_some(shards, choices.front().filters, origins);
  require_known_classes_in(shards, origins);
  const ListedLabels listed = take_labels_with_texts(agreed, schema_of(shards));
  ExtractTable table = table_of(shards, features, agreed, listed, options.threads);
  report_class_lists(found, shards, agreed, lists, table, observer);
  FileColumns files = name_files(shards, features, table);
  ExtractResult result = described(options, features, table);
  const ExtractSplits splits(found, result.columns, observer);
  result.split_column = splits.header();
  if (!result.split_column.empty()) result.columns.push_back(result.split_column);
  remove_tables(options.out);
  if (options.overwrite) OutputTree(options.out).sync();  // files then take the names of others one by one
  const bool escapes = !options.raw_csv && (table.formulas() > 0 || splits.has_formulas());
  ExtractCsv csv(options, staging.folder(), result.columns, escapes);
  Publishing publishing(options, staging.folder(), features, table, files, csv);
  publish_shards(shards, splits, publishing, result);
  write_classes(options.out, staging.folder(), agreed, result.columns, table);
  publishing.finish();
  const CompanionBuild companions = companion_build(options, shards, features, files, agreed, publishing);
  companions.write_classes(staging.folder());
  table.set_companions(companions.specs());
  csv.commit();
  result.escaped = csv.escaped();
  add_counts(result, publishing);
  add_losses(result, table, publishing);
  add_rebuild(result, shards, features, agreed, table, companions);
  result.not_rebuilt.insert(result.not_rebuilt.end(), companions.losses().begin(), companions.losses().end());
  return result;
}

}  // namespace tfrec
