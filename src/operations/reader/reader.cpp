// SPDX-License-Identifier: Apache-2.0
#include "operations/reader/reader.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/concurrency/parallel_for.hpp"
#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/splits/splits.hpp"
#include "operations/reader/choose_features.hpp"
#include "operations/reader/reader_splits.hpp"
#include "operations/reader/record_survey.hpp"
#include "records/copy/record_boxes.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/merge/merge_classes.hpp"
#include "shards/extra_shards.hpp"
#include "shards/missing_shards.hpp"
#include "shards/shard_paths.hpp"
#include "shards/shard_progress.hpp"

namespace tfrec {

namespace {

constexpr std::uint64_t k_most_bytes = 4'000'000'000;  // that are read of the records

/// What is in all shards. Few are kept in memory at once.
RecordSurvey survey_of(const FoundShards& found, unsigned threads, std::vector<ReadShard>& read,
                       Observer& observer) {
  constexpr std::size_t k_most_at_once = 64;
  const std::size_t count = found.shards.size();
  RecordSurvey all;
  ShardProgress progress(observer, count);
  for (std::size_t begin = 0; begin < count; begin += k_most_at_once) {
    std::vector<RecordSurvey> surveys(std::min(k_most_at_once, count - begin));
    parallel_for(surveys.size(), threads, [&](std::size_t i) {
      surveys[i].read(found.shards[begin + i], k_most_bytes / count);
      progress.done(surveys[i].bytes());
    });
    for (const RecordSurvey& survey : surveys) {
      all.add(survey);
      read.push_back({survey.records(), survey.is_complete()});
    }
  }
  return all;
}

void require_examples(const FoundShards& found, const RecordSurvey& survey) {
  const std::string where = found.shards.size() == 1 ? found.shards.front().path.string() : "";
  if (survey.records() == 0)
    throw Error(ErrorKind::bad_data, where, "there are no records", "name shards with records");
  if (survey.sequences() > 0) {
    throw Error(ErrorKind::bad_data, where,
                counted(survey.sequences(), "record is a tf.train.SequenceExample",
                        "records are tf.train.SequenceExamples"),
                "code is printed only for tf.train.Examples");
  }
  if (survey.others() > 0) {
    throw Error(
        ErrorKind::bad_data, where,
        counted(survey.others(), "record is not a tf.train.Example", "records are not tf.train.Examples"),
        "code is printed only for tf.train.Examples; `tfrec inspect` shows what records are");
  }
}

/// One list of names can't be right where a number means two classes.
void require_one_numbering(const FoundShards& found) {
  const std::vector<std::string> notes = numbering_notes(found);
  if (!notes.empty()) {
    throw Error(ErrorKind::bad_data, "", notes.front(),
                "name the shards of one set, or write shards with one numbering: `tfrec reshard --renumber`");
  }
}

const ReaderFeature* feature_named(const ReaderFacts& facts, std::string_view name) {
  const auto found = std::ranges::find(facts.features, name, &ReaderFeature::name);
  return found == facts.features.end() ? nullptr : &*found;
}

void choose_edges(ReaderFacts& facts, const Schema& schema) {
  facts.has_box_edges =
      std::ranges::all_of(k_box_edges,
                          [&](BoxList edge) {
                            const ReaderFeature* feature = feature_named(facts, feature_name(edge));
                            return feature != nullptr && feature->kind == ListKind::float_list;
                          }) &&
      feature_named(facts, "boxes") == nullptr;
  constexpr float k_rounding = 1.01F;  // of fractions
  float most = 10;                     // a faulty fraction is rarely larger, and boxes in pixels often are
  for (const ReaderFeature& feature : facts.features) {
    if (feature.images.longest_side > 0)
      most = std::min(most, static_cast<float>(feature.images.longest_side) / 2);
  }
  float largest = 0;
  for (const FeatureSummary& summary : schema.features()) {
    if (summary.name.starts_with("image/object/bbox/") && summary.floats.seen())
      largest = std::max(largest, summary.floats.max);
  }
  facts.are_edges_fractions = largest <= most;
  if (facts.has_box_edges && facts.are_edges_fractions && largest > k_rounding)
    facts.notes.emplace_back("some boxes leave the image; `tfrec verify` lists them");
}

/// An epoch has a batch.
void require_batch(const ReaderFacts& facts) {
  const ReaderSplit training = facts.training_split();
  if (facts.batch_size <= training.records) return;
  throw Error(ErrorKind::usage, "",
              "--batch " + std::to_string(facts.batch_size) + ": " +
                  (facts.has_splits() ? "split " + in_quotes(training.name) + " has " : "the set has ") +
                  counted(training.records, "record", "records") + ", so an epoch would have no batch",
              "use a smaller --batch");
}

/// 0 for a training split, 1 for a split with an unusual name, 2 for a validation or test split.
int distance_from_training(const ReaderSplit& split) {
  constexpr int k_other = 3;
  const int rank = split_rank(split.name);
  return rank == 0 ? 0 : rank == k_other ? 1 : 2;
}

}  // namespace

std::vector<ReaderSplit> ReaderFacts::folds() const {
  std::vector<ReaderSplit> found;
  for (const ReaderSplit& split : splits) {
    constexpr std::string_view k_fold = "fold";
    const std::string_view name = split.name;
    if (name.size() > k_fold.size() && name.starts_with(k_fold) &&
        name.find_first_not_of("0123456789", k_fold.size()) == std::string_view::npos)
      found.push_back(split);
  }
  if (found.size() < 2) found.clear();
  return found;
}

ReaderSplit ReaderFacts::training_split() const {
  const std::vector<ReaderSplit> all = folds();
  if (all.empty()) return *std::ranges::min_element(splits, {}, distance_from_training);
  ReaderSplit others{"not_" + all.front().name, {}, 0, 0};
  for (const ReaderSplit& fold : std::span(all).subspan(1)) {
    others.shards += fold.shards;
    others.records += fold.records;
  }
  return others;
}

bool ReaderFacts::resizes() const {
  return std::ranges::any_of(features, [](const ReaderFeature& feature) {
    const bool is_image = feature.role == ReaderRole::image || feature.role == ReaderRole::mask;
    const bool is_packed = feature.role == ReaderRole::packed && feature.shape.empty();
    return (is_image && feature.images.height == 0) || is_packed;
  });
}

ReaderFacts reader_facts(const ReaderOptions& options, Observer& observer) {
  FoundShards found = find_shards(options.paths, observer);
  warn_of_missing_shards(found, observer);
  warn_of_missing_entries(found, observer);
  warn_of_extra_shards(found, observer);
  ReaderFacts facts;
  keep_one_size(found, facts.notes);
  if (found.shards.empty())
    throw Error(ErrorKind::bad_data, printable(options.paths.front()), "has no shards");
  facts.compression = common_compression(found, options.threads);
  std::vector<ReadShard> read;
  const RecordSurvey all = survey_of(found, options.threads, read, observer);
  require_examples(found, all);
  require_one_numbering(found);
  if (!all.is_complete()) {
    facts.notes.push_back("the code follows from the " + counted(all.records(), "record", "records") +
                          " that were read; other records may differ");
  }
  const AgreedChoices agreed = manifest_choices(found);
  facts.features = choose_reader_features(found, all, agreed, options);
  facts.classes = choose_reader_classes(found, all, facts.features);
  facts.splits = reader_splits(found, read, options.threads);
  facts.batch_size = options.batch_size;
  require_batch(facts);
  facts.record_bytes = all.bytes() / all.records();
  choose_edges(facts, all.schema());
  if (const std::string note = note_of_unused_classes(found, all.schema(), all.label_texts()); !note.empty())
    observer.note(note);
  if (facts.has_box_edges && !facts.are_edges_fractions && facts.resizes()) {
    facts.notes.emplace_back(
        "boxes are in pixels of the stored images; the code resizes the images, not the boxes");
  }
  return facts;
}

}  // namespace tfrec
