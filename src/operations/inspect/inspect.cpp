// SPDX-License-Identifier: Apache-2.0
#include "operations/inspect/inspect.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "image/decode_options.hpp"
#include "operations/inspect/label_features.hpp"
#include "sets/merge/merge_classes.hpp"
#include "sets/merge/recorded_masks.hpp"
#include "shards/missing_shards.hpp"
#include "shards/shard_paths.hpp"
#include "shards/shard_progress.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr SampleLimits k_whole_record{1000, 10'000};
constexpr std::size_t k_max_damage = 100;  // of one file; verify lists the rest
constexpr std::size_t k_max_feature_lists = 100;

/// The masks of one record.
struct RecordMasks {
  std::uint64_t count = 0;
  std::uint64_t unread = 0;
  MaskPixels pixels;

  void add(std::string_view png) {
    ++count;
    MaskPixels more;
    if (count_mask_pixels(png, DecodeOptions{}.max_pixels, more))
      ++unread;
    else
      add_pixels(more, pixels);
  }
};

/// What one file adds to the result.
class FileInspection {
 public:
  FileInspection(const FoundShard& shard, const MaskFeatures& masks, std::uint64_t samples,
                 SampleLimits limits)
      : m_masks(masks), m_wanted_samples(samples), m_limits(limits) {
    m_part.files.emplace_back().path = shard.path.string();
  }

  /// Looks at the first `max_records` of the file. Where the machine fails on it, that is in the result with
  /// what was read before.
  void run(std::uint64_t max_records) {
    try {
      read(max_records);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::machine) throw;
      add_damage(printable(error.message()));
      m_part.unreadable = true;
    }
  }

  /// Looks at record `options.record` alone.
  void run_to(const InspectOptions& options);

  InspectResult& part() { return m_part; }

 private:
  void read(std::uint64_t max_records) {
    InspectedFile& file = m_part.files[0];
    const InputFile input(file.path);
    file.bytes = input.size();
    file.compression = sniff_compression(input);
    Reader reader(input);
    while (file.records < max_records && !file.complete) {
      throw_if_stopped();
      const ReadItem item = reader.next();
      if (const auto* record = std::get_if<Record>(&item)) take(*record);
      if (const auto* damage = std::get_if<Damage>(&item)) take(*damage);
      file.complete = std::holds_alternative<End>(item);
    }
    if (m_part.boxes.seen()) m_part.boxes.add_images_without(file.examples - m_with_box_lists);
    if (input.has_changed()) add_damage("the file changed while it was read");
  }

  /// Whether it is an example; m_view then has it.
  bool take(const Record& record) {
    InspectedFile& file = m_part.files[0];
    ++file.records;
    const bool is_parsed = m_view.parse(record.payload);
    const bool is_example = is_parsed && (m_view.has_features() || record.payload.empty());
    if (is_parsed && m_view.has_feature_lists()) add_feature_lists(is_example);
    if (is_example) {
      ++file.examples;
      m_part.schema.add_with_values(m_view);
      add_images();
      add_boxes();
    } else if (const auto facts = stored_facts(record.payload)) {
      m_part.images[""].add(*facts);
    }
    if (m_part.samples.size() == m_wanted_samples) return is_example;
    m_part.samples.push_back(is_example ? sample_of_example(record, m_view, m_limits)
                                        : sample_of_payload(record, m_limits));
    m_part.samples.back().path = file.path;
    return is_example;
  }

  void take(const Damage& damage) {
    if (m_part.damage.size() == k_max_damage) return;
    add_damage(text_of(damage));
  }

  void add_damage(const std::string& what) {
    m_part.damage.push_back(printable(m_part.files[0].path) + ": " + what);
  }

  /// Steps of other payloads may pass as feature lists by chance, but for their names.
  void add_feature_lists(bool is_example) {
    const std::vector<std::string_view> names = m_view.feature_list_names();
    if (is_example || !names.empty()) ++m_part.files[0].sequences;
    for (const std::string_view name : names) {
      if (m_part.feature_lists.size() < k_max_feature_lists) m_part.feature_lists.emplace(name);
    }
  }

  void add_images() {
    m_pixels.reset();
    RecordMasks masks;
    for (const FeatureView& feature : m_view.features()) {
      if (feature.kind != ListKind::bytes) continue;
      const bool may_be_mask = m_masks.has(feature.name);
      m_view.read(feature, m_bytes);
      for (const std::string_view value : m_bytes) {
        const auto facts = stored_facts(value);
        if (!facts) continue;
        images_of(feature.name).add(*facts);
        if (facts->width > 0 && (!m_pixels || feature.name == "image/encoded"))
          m_pixels = static_cast<double>(facts->width) * facts->height;
        if (may_be_mask && has_mask_form(*facts)) masks.add(value);
      }
    }
    if (masks.count > 0) m_part.masks.add(masks.count, masks.unread, masks.pixels);
  }

  void add_boxes() {
    if (!m_boxes.read(m_view) || !m_boxes.has_edges()) return;
    ++m_with_box_lists;
    m_part.boxes.add(m_boxes, m_pixels ? m_pixels : stated_pixels());
  }

  /// The area that the record has beside the image.
  std::optional<double> stated_pixels() {
    double pixels = 1;
    for (const std::string_view name : {"image/width", "image/height"}) {
      const FeatureView* side = m_view.find(name);
      if (side == nullptr || side->kind != ListKind::int64_list || side->length != 1) return std::nullopt;
      m_view.read(*side, m_integers);
      pixels *= static_cast<double>(m_integers.front());
    }
    return pixels;
  }

  /// Images of names beyond the limit are left out, as the schema leaves out the names.
  ImageSummary& images_of(std::string_view name) {
    const bool full = m_part.images.size() >= Schema::k_max_names;
    if (full && !m_part.images.contains(std::string(name))) return m_left_out;
    return m_part.images[std::string(name)];
  }

  const MaskFeatures& m_masks;
  std::uint64_t m_wanted_samples;
  SampleLimits m_limits;
  InspectResult m_part;
  ImageSummary m_left_out;
  ExampleView m_view;
  std::vector<std::string_view> m_bytes;
  std::vector<std::int64_t> m_integers;
  RecordBoxes m_boxes;
  std::uint64_t m_with_box_lists = 0;  // records
  std::optional<double> m_pixels;      // area of the record's image
};

void FileInspection::run_to(const InspectOptions& options) {
  const std::uint64_t index = *options.record;
  InspectedFile& file = m_part.files[0];
  const InputFile input(file.path);
  file.bytes = input.size();
  file.compression = sniff_compression(input);
  Reader reader(input);
  ReadSoFar read;
  std::optional<Damage> there;
  while (true) {
    throw_if_stopped();
    const ReadItem item = reader.next();
    if (std::holds_alternative<End>(item)) break;
    if (const auto* damage = std::get_if<Damage>(&item)) {
      read.add_damage(*damage);
      if (damage->record == index) there = *damage;
      take(*damage);
    } else if (const auto& record = std::get<Record>(item); record.index == index) {
      const bool is_example = take(record);
      if (!options.save.empty())
        m_part.saved = save_image(file.path, record, is_example ? &m_view : nullptr, options.save,
                                  options.image_feature);
      return;
    } else {
      read.add_record(record.index);
      if (record.index > index) break;
    }
  }
  if (there) throw Error(ErrorKind::bad_data, file.path, text_of(*there), "`tfrec verify` lists all damage");
  throw no_such_record(file.path, index, read);
}

void add_part(InspectResult& result, InspectResult& part, std::uint64_t samples) {
  for (InspectedFile& file : part.files) result.files.push_back(std::move(file));
  result.schema.add(part.schema);
  for (const auto& [feature, images] : part.images) result.images[feature].add(images);
  result.boxes.add(part.boxes);
  result.masks.add(part.masks);
  for (SampleRecord& sample : part.samples) {
    if (result.samples.size() < samples) result.samples.push_back(std::move(sample));
  }
  for (std::string& damage : part.damage) result.damage.push_back(std::move(damage));
  result.feature_lists.merge(part.feature_lists);
  result.unreadable = result.unreadable || part.unreadable;
}

void inspect_all(InspectResult& result, const FoundShards& found, const RecordedMasksOf& masks,
                 const InspectOptions& options, ShardProgress& progress) {
  std::vector<InspectResult> parts(found.shards.size());
  parallel_for(parts.size(), options.threads, [&](std::size_t i) {
    FileInspection inspection(found.shards[i], masks.shard(found.shards[i]).features, options.samples, {});
    inspection.run(std::numeric_limits<std::uint64_t>::max());
    progress.done(inspection.part().files[0].bytes);
    parts[i] = std::move(inspection.part());
  });
  std::vector<ShardLabels> labels;
  for (InspectResult& part : parts) {
    add_part(result, part, options.samples);
    labels.push_back({fs::path(result.files.back().path).parent_path(), std::move(part.schema)});
  }
  result.mixing = label_mixing(labels, label_features(found, result.schema));
}

void inspect_first(InspectResult& result, const FoundShards& found, const RecordedMasksOf& masks,
                   const InspectOptions& options) {
  std::uint64_t left = *options.records;
  for (const FoundShard& shard : found.shards) {
    if (left == 0) break;
    FileInspection inspection(shard, masks.shard(shard).features, options.samples, {});
    inspection.run(left);
    left -= inspection.part().files[0].records;
    add_part(result, inspection.part(), options.samples);
  }
  result.notes.push_back("looked at the first " + counted(*options.records - left, "record", "records") +
                         " alone");
}

void inspect_one(InspectResult& result, const FoundShards& found, const RecordedMasksOf& masks,
                 const InspectOptions& options) {
  if (found.shards.size() != 1) {
    throw Error(ErrorKind::usage, "", "--record needs one shard, not " + std::to_string(found.shards.size()),
                "name the shard whose record to show");
  }
  FileInspection inspection(found.shards[0], masks.shard(found.shards[0]).features, 1, k_whole_record);
  inspection.run_to(options);
  InspectResult& part = inspection.part();
  result.notes = std::move(part.damage);  // the record that was asked for is sound
  part.damage.clear();
  result.saved = std::move(part.saved);
  add_part(result, part, 1);
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

}  // namespace

std::uint64_t InspectResult::images_without_mask() const {
  std::uint64_t examples = 0;
  for (const InspectedFile& file : files) examples += file.examples;
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
  result.classes = class_names(found, result.schema);
  add_notes(result);
  for (std::string& note : numbering_notes(found)) result.notes.push_back(std::move(note));
  return result;
}

}  // namespace tfrec
