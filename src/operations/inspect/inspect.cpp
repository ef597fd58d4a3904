// SPDX-License-Identifier: Apache-2.0
#include "operations/inspect/inspect.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <numeric>
#include <utility>

#include "base/concurrency/parallel_for.hpp"
#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/splits/splits.hpp"
#include "operations/inspect/inspect_file.hpp"
#include "sets/merge/merge_classes.hpp"
#include "sets/merge/recorded_masks.hpp"
#include "sets/summaries/label_features.hpp"
#include "sets/summaries/parts_of_set.hpp"
#include "shards/extra_shards.hpp"
#include "shards/missing_shards.hpp"
#include "shards/shard_paths.hpp"
#include "shards/shard_progress.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

void add_samples(InspectResult& result, InspectResult& part, std::uint64_t samples) {
  for (SampleRecord& sample : part.samples) {
    if (result.samples.size() < samples) result.samples.push_back(std::move(sample));
  }
}

/// All but the samples.
void add_part(InspectResult& result, InspectResult& part) {
  for (InspectedFile& file : part.files) result.files.push_back(std::move(file));
  for (std::string& damage : part.damage) result.damage.push_back(std::move(damage));
  result.unreadable = result.unreadable || part.unreadable;
  if (result.files.back().is_other_size) return;
  result.schema.add(part.schema);
  for (const auto& [feature, images] : part.images) result.images[feature].add(images);
  result.boxes.add(part.boxes);
  result.masks.add(part.masks);
  result.label_texts.add(part.label_texts);
  result.feature_lists.merge(part.feature_lists);
}

/// The shards split by split, in reading order; nothing if they are of one split, or one is of none.
std::vector<SplitSummary> by_split(const std::vector<PartOfSet>& parts,
                                   const std::vector<ShardLabels>& shards) {
  std::map<std::pair<int, std::string>, Schema> schemas;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    if (parts[i].split.empty()) return {};
    schemas[{split_rank(parts[i].split), parts[i].split}].add(shards[i].schema);
  }
  std::vector<SplitSummary> splits;
  for (const auto& [split, schema] : schemas) splits.push_back({split.second, schema.features()});
  if (splits.size() < 2) splits.clear();
  return splits;
}

/// The places of the shards, split by split: people look for a sample of the first split.
std::vector<std::size_t> in_reading_order(const FoundShards& found) {
  const std::vector<std::string> splits = split_names(found);
  std::vector<std::size_t> order(splits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t shard) { return split_rank(splits[shard]); });
  return order;
}

void inspect_all(InspectResult& result, const FoundShards& found, const RecordedMasksOf& masks,
                 const InspectOptions& options, ShardProgress& progress) {
  std::vector<InspectResult> parts(found.shards.size());
  parallel_for(parts.size(), options.threads, [&](std::size_t i) {
    const MaskFeatures& of_masks = masks.shard(found.shards[i]).features;
    parts[i] =
        inspect_file(found.shards[i], of_masks, std::numeric_limits<std::uint64_t>::max(), options.samples);
    progress.done(parts[i].files[0].bytes);
  });
  const std::vector<PartOfSet> of_set = parts_of_set(found);
  std::vector<ShardLabels> labels;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].files[0].is_other_size = of_set[i].is_other_size;
    add_part(result, parts[i]);
    labels.push_back({fs::path(result.files.back().path).parent_path(),
                      of_set[i].is_other_size ? Schema() : std::move(parts[i].schema)});
  }
  for (const std::size_t i : in_reading_order(found)) {
    if (!of_set[i].is_other_size) add_samples(result, parts[i], options.samples);
  }
  result.mixing = label_mixing(labels, label_features(found, result.schema));
  result.splits = by_split(of_set, labels);
}

void inspect_first(InspectResult& result, const FoundShards& found, const RecordedMasksOf& masks,
                   const InspectOptions& options) {
  std::uint64_t left = *options.records;
  const std::vector<PartOfSet> of_set = parts_of_set(found);
  for (std::size_t i = 0; i < found.shards.size() && left > 0; ++i) {
    if (of_set[i].is_other_size) continue;
    const FoundShard& shard = found.shards[i];
    InspectResult part = inspect_file(shard, masks.shard(shard).features, left, options.samples);
    left -= part.files[0].records;
    add_part(result, part);
    add_samples(result, part, options.samples);
  }
  result.notes.push_back("read only the first " + counted(*options.records - left, "record", "records"));
}

void inspect_one(InspectResult& result, const FoundShards& found, const RecordedMasksOf& masks,
                 const InspectOptions& options) {
  if (found.shards.size() != 1) {
    throw Error(ErrorKind::usage, "", "--record needs one shard, not " + std::to_string(found.shards.size()),
                "name the shard whose record to show");
  }
  InspectResult part = inspect_record(found.shards[0], masks.shard(found.shards[0]).features, options);
  result.notes = std::exchange(part.notes, {});
  result.saved = std::move(part.saved);
  add_part(result, part);
  add_samples(result, part, 1);
}

/// What is not shown of sequences.
void add_note_of_sequences(InspectResult& result) {
  std::uint64_t sequences = 0;
  for (const InspectedFile& file : result.files) sequences += file.sequences;
  if (sequences == 0) return;
  result.notes.push_back(
      (sequences == 1 ? "1 record is a tf.train.SequenceExample"
                      : format_count(sequences) + " records are tf.train.SequenceExamples") +
      ": feature lists " + (result.feature_lists.empty() ? "" : quoted_list(result.feature_lists) + " ") +
      "are not shown");
}

void add_notes(InspectResult& result) {
  for (const InspectedFile& file : result.files) {
    if (file.examples == file.records) continue;
    const std::string which =
        file.examples == 0
            ? "no record is a tf.train.Example"
            : counted(file.records - file.examples, "record is", "records are") + " not tf.train.Examples";
    result.notes.push_back(printable(file.path) + ": " + which);
  }
  add_note_of_sequences(result);
  for (std::string& note : mixing_notes(result.mixing)) result.notes.push_back(std::move(note));
  if (result.schema.has_too_many_names()) {
    result.notes.push_back("there are more than " + format_count(Schema::k_max_names) +
                           " feature names; the others are left out");
  }
}

/// Ids of sets that number their classes differently have no names.
void add_mask_names(InspectResult& result, const FoundShards& found, const RecordedMasksOf& masks) {
  if (!result.masks.seen() || found.shards.empty()) return;
  const RecordedMasks& first = masks.shard(found.shards.front());
  const auto agrees = [&](const FoundShard& shard) {
    const RecordedMasks& other = masks.shard(shard);
    return other.is_recorded && other.names == first.names && other.rules.ignore == first.rules.ignore;
  };
  if (!std::ranges::all_of(found.shards, agrees)) return;
  result.mask_names = first.names;
  result.ignored_id = first.rules.ignore;
}

/// Class names of labels whose texts are in the records, where no list has them.
void add_label_texts(InspectResult& result) {
  result.are_classes_listed = !result.classes.empty();
  for (const auto& [label, names] : result.label_texts.names()) {
    const auto [known, is_new] = result.classes.emplace(label, names.classes);
    if (is_new) result.named_by_label.insert(names.text_feature);
    std::string difference = difference_of_names(label, known->second, names);
    if (!difference.empty()) result.notes.push_back(std::move(difference));
  }
  for (std::string& note : result.label_texts.notes()) result.notes.push_back(std::move(note));
}

}  // namespace

const FeatureSummary* SplitSummary::feature(const FeatureSummary& like) const {
  const auto found = std::ranges::find_if(
      features, [&](const FeatureSummary& one) { return one.name == like.name && one.kind == like.kind; });
  return found == features.end() ? nullptr : &*found;
}

std::uint64_t InspectResult::images_without_mask() const {
  std::uint64_t examples = 0;
  for (const InspectedFile& file : files) examples += file.is_other_size ? 0 : file.examples;
  return examples - masks.images;
}

ImageSummary InspectResult::all_images() const {
  ImageSummary all;
  for (const auto& [feature, summary] : images) all.add(summary);
  return all;
}

InspectResult inspect(const InspectOptions& options, Observer& observer) {
  const FoundShards found = find_shards(options.paths, observer);
  warn_of_missing_shards(found, observer);
  warn_of_missing_entries(found, observer);
  warn_of_extra_shards(found, observer);
  const RecordedMasksOf masks(found);
  InspectResult result;
  if (options.record) {
    inspect_one(result, found, masks, options);
  } else if (options.records) {
    inspect_first(result, found, masks, options);
  } else {
    ShardProgress progress(observer, found.shards.size());
    inspect_all(result, found, masks, options, progress);
  }
  result.labels = label_features(found, result.schema);
  add_mask_names(result, found, masks);
  for (const UnfinishedSet& set : found.unfinished)
    result.damage.push_back(printable(set.folder.string()) + ": " + set.problem);
  result.classes = class_names(found, result.schema, result.label_texts);
  add_label_texts(result);
  if (std::string note = note_of_sizes(parts_of_set(found)); !note.empty())
    result.notes.push_back(std::move(note));
  add_notes(result);
  for (std::string& note : numbering_notes(found)) result.notes.push_back(std::move(note));
  const bool are_all = !options.record && !options.records;
  if (std::string note = note_of_unused_classes(found, result.schema, result.label_texts, are_all);
      !note.empty())
    result.notes.push_back(std::move(note));
  return result;
}

}  // namespace tfrec
