// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/describe_set.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "base/text/utf8.hpp"
#include "dataset/table/missing_cell.hpp"
#include "image/codec.hpp"
#include "records/image/made_image.hpp"
#include "sets/input/check_boxes.hpp"
#include "sets/input/record_options.hpp"
#include "sets/plan/record_list.hpp"
#include "sets/plan/tfds_files.hpp"
#include "shards/names/set_names.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace {

/// The column's name as part of a file's: UTF-8 without slashes and control characters, cut where the file's
/// name would be longer than file systems take.
std::string in_file_name(std::string_view column) {
  constexpr std::size_t k_most = 200;  // of 255 bytes; the rest of the name needs some
  std::string name;
  for (const Utf8Character& character : Utf8Characters(column)) {
    const char32_t code = character.code;
    const bool fits = character.is_valid && code != '/' && code != 0x7F && code >= ' ';
    const std::string_view part = fits ? character.bytes : "_";
    if (name.size() + part.size() > k_most) break;
    name += part;
  }
  return name;
}

/// One path component for a column's classes file.
std::string classes_file_name(const RecordLayout& layout, const ColumnClasses& known,
                              const std::string& column) {
  if (layout.classes.size() == 1) return "classes.txt";
  // A column can have classes twice: of whole cells and of the labels in them.
  const auto same = [&](const auto& other) { return other->column == known.column; };
  const bool twice = std::count_if(layout.classes.begin(), layout.classes.end(), same) > 1;
  return "classes-" + in_file_name(column) + (twice && !known.separator.empty() ? "-labels" : "") + ".txt";
}

std::vector<ClassColumn> empty_classes(const BuildInput& input, const RecordLayout& layout) {
  std::vector<ClassColumn> columns;
  for (const auto& known : layout.classes) {
    const std::string& column = input.table->columns()[known->column];
    ClassColumn entry{column, free_classes_file(classes_file_name(layout, *known, column), columns), {}};
    for (const std::string& name : known->classes.names()) entry.classes.push_back({name, 0});
    if (known->classes.ids() != ClassIds{layout.label_base})
      entry.ids = known->classes.ids().all(known->classes.size());
    columns.push_back(std::move(entry));
  }
  return columns;
}

ManifestFeature described(const BoundFeature& feature, const RecordLayout& layout) {
  const ValueCount count = value_count(feature, layout);
  ManifestFeature entry{
      feature.spec.name, {}, std::string(to_string(info(feature.spec.kind).list)), count.least, count.most};
  record_spec(entry, feature.spec);
  return entry;
}

/// The places of a cell's classes, each once.
std::vector<std::size_t> places_in(std::string_view cell, const ColumnClasses& known) {
  std::vector<std::size_t> places;
  const bool several = !known.separator.empty();
  for (const std::string_view label : several ? split_labels(cell, known.separator) : std::vector{cell}) {
    if (const auto place = known.classes.place_of(label)) places.push_back(*place);
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

/// Counts classes: the samples with a class, or where there are boxes, the boxes.
class ClassCounter {
 public:
  ClassCounter(Manifest& set, const PreparedBuild& prepared) : m_set(set), m_prepared(prepared) {
    for (ClassColumn& column : set.classes) {
      for (ClassCount& known : column.classes) {
        known.records = 0;
        known.by_split.assign(set.splits.size(), 0);
      }
    }
  }

  void add(std::size_t column, SampleIndex sample, std::size_t id) {
    const bool is_list = m_prepared.input->row_lists.has_value();
    if (is_list && !m_prepared.layout.boxes) {
      m_found.emplace_back(column, sample, id);
    } else {
      count(column, sample, id);
    }
  }

  /// Counts what several rows of an image have, once.
  void finish() {
    std::ranges::sort(m_found);
    m_found.erase(std::unique(m_found.begin(), m_found.end()), m_found.end());
    for (const auto& [column, sample, id] : m_found) count(column, sample, id);
  }

 private:
  void count(std::size_t column, SampleIndex sample, std::size_t id) {
    ClassCount& count = m_set.classes[column].classes[id];
    ++count.records;
    if (!count.by_split.empty()) ++count.by_split[m_prepared.splits.split_of_sample[sample]];
  }

  Manifest& m_set;
  const PreparedBuild& m_prepared;
  std::vector<std::tuple<std::size_t, SampleIndex, std::size_t>> m_found;
};

/// Whether the row is stored: its box is neither faulty nor out of view.
bool is_stored(const BuildInput& input, RowIndex row) {
  return !input.boxes || (!input.boxes->skipped[row] && !input.boxes->out_of_view[row]);
}

/// Counts each class over the samples that became records.
void count_classes(Manifest& set, const PreparedBuild& prepared, const PerSample<bool>& written) {
  const RecordLayout& layout = prepared.layout;
  if (layout.classes.empty()) return;
  ClassCounter counter(set, prepared);
  prepared.input->samples->for_each_row(
      [&](SampleIndex sample, RowIndex row, std::span<const std::string_view> cells) {
        if (!written[sample] || !is_stored(*prepared.input, row)) return;
        for (std::size_t i = 0; i < layout.classes.size(); ++i) {
          const ColumnClasses& known = *layout.classes[i];
          std::string_view cell = cells[known.column];
          const std::string* stored = is_missing(cell) ? layout.missing.of(known.column) : nullptr;
          if (stored != nullptr) cell = *stored;
          for (const std::size_t place : places_in(cell, known)) counter.add(i, sample, place);
        }
      });
  counter.finish();
}

/// Counts the boxes of the samples that became records.
void count_boxes(Manifest& set, const PreparedBuild& prepared, const PerSample<bool>& written) {
  if (!prepared.input->boxes) return;
  const BoxAudit& audit = *prepared.input->boxes;
  BoxTotals totals;
  std::vector<std::uint32_t> counts;
  for (const SampleIndex sample : prepared.input->samples->all()) {
    if (!written[sample]) continue;
    const std::uint32_t boxes = audit.boxes[sample];
    counts.push_back(boxes);
    totals.boxes += boxes;
    totals.images_without += boxes == 0 ? 1 : 0;
  }
  std::ranges::sort(counts);
  totals.median = counts.empty() ? 0 : counts[(counts.size() - 1) / 2];
  totals.most = counts.empty() ? 0 : counts.back();
  totals.dropped = static_cast<std::uint64_t>(std::ranges::count(audit.skipped, true));
  for (const BadBox& bad : audit.bad) totals.clipped += bad.is_kept ? 1 : 0;
  totals.rounded = audit.rounded;
  totals.out_of_view = audit.left_out_by_crop.empty() ? 0 : audit.left_out_by_crop.front();
  set.boxes = totals;
}

/// Columns of --stratify whose counts no class column shows.
std::vector<ClassColumn> empty_strata(const StratifyLabels& labels, const RecordLayout& layout) {
  std::vector<ClassColumn> strata;
  for (const StratifyLabels::Column& column : labels.columns) {
    const bool has_classes = std::any_of(layout.classes.begin(), layout.classes.end(),
                                         [&](const auto& known) { return known->column == column.column; });
    ClassColumn entry{column.name, "", {}};
    for (std::uint32_t label = column.first; !has_classes && label < column.end; ++label)
      entry.classes.push_back({labels.names[label], 0});
    if (!has_classes) strata.push_back(std::move(entry));
  }
  return strata;
}

/// Counts the labels of those columns over the samples that became records.
void count_strata(Manifest& set, const PreparedBuild& prepared, const PerSample<bool>& written) {
  const StratifyLabels& labels = prepared.splits.labels;
  set.strata = empty_strata(labels, prepared.layout);
  if (set.strata.empty()) return;
  std::vector<ClassCount*> count_of(labels.names.size());
  auto shown = set.strata.begin();
  for (const StratifyLabels::Column& column : labels.columns) {
    if (shown == set.strata.end() || shown->column != column.name) continue;
    for (std::uint32_t label = column.first; label < column.end; ++label) {
      count_of[label] = &shown->classes[label - column.first];
      count_of[label]->by_split.assign(set.splits.size(), 0);
    }
    ++shown;
  }
  for (const SampleIndex sample : prepared.input->samples->all()) {
    if (!written[sample]) continue;
    for (const std::uint32_t label : labels.of(sample)) {
      if (count_of[label] == nullptr) continue;
      ++count_of[label]->records;
      ++count_of[label]->by_split[prepared.splits.split_of_sample[sample]];
    }
  }
}

/// "192x192", and "" if there is one set.
std::vector<std::string> size_names(const ImageOptions& options) {
  if (options.sizes.empty()) return {""};
  std::vector<std::string> names;
  for (const Extent& size : options.sizes) names.push_back(extent_text(size));
  return names;
}

/// A shard's place among those of its split.
struct ShardPosition {
  std::uint64_t shard = 0;
  std::uint64_t shards = 0;
};

/// The path below OUT of a shard that holds so many records.
std::string shard_path(const Manifest& set, const std::string& size, const std::string& split,
                       ShardPosition position, std::uint64_t records) {
  const std::string folder = size.empty() ? "" : size + "/";
  if (set.name_style == NameStyle::tfds)
    return folder + tfds_shard_name(set.name, split, position.shard, position.shards);
  return folder + (split.empty() ? "" : split + "/") +
         counted_shard_name(set.name, position.shard, position.shards, records, set.extension);
}

/// The position of a shard of a plan. Names with the number of shards don't count those without a record, for
/// they are not written.
ShardPosition position_of(const Manifest& set, const ShardRange& shards, std::size_t shard,
                          const PlannedShards& staged) {
  if (set.name_style == NameStyle::count) return {shard - shards.begin, shards.size()};
  const auto written = [&](std::size_t from, std::size_t to) {
    return static_cast<std::uint64_t>(std::count_if(staged.begin() + static_cast<std::ptrdiff_t>(from),
                                                    staged.begin() + static_cast<std::ptrdiff_t>(to),
                                                    [](const auto& one) { return !one->files.empty(); }));
  };
  return {written(shards.begin, shard), written(shards.begin, shards.end)};
}

void add_planned_shards(Manifest& set, const ImageOptions& options, const BuildPlan& plan) {
  const std::vector<std::string> sizes = size_names(options);
  for (const auto& [split, variant] : splits_of_totals(plan, sizes.size() * plan.splits.size())) {
    const std::string& size = sizes[variant];
    const std::uint64_t predicted = split->predicted_bytes[variant];
    set.totals.push_back({split->name, size, split->shards.size(), split->places.size(), 0, predicted,
                          split->shard_rule, split->given_up});
    for (std::size_t k = split->shards.begin; k < split->shards.end; ++k) {
      const std::uint64_t records = plan.shards[k].size();
      const auto share = static_cast<double>(records) / static_cast<double>(split->places.size());
      const auto bytes = static_cast<std::uint64_t>(share * static_cast<double>(predicted));
      const ShardPosition position{k - split->shards.begin, split->shards.size()};
      set.shards.push_back(
          {shard_path(set, size, split->name, position, records), split->name, size, records, bytes, 0, ""});
    }
  }
}

void add_bad_images(Manifest& set, const BuildInput& input, const PlannedShards& shards,
                    PerSample<bool>& written) {
  for (const auto& shard : shards) {
    for (const BadSample& bad : shard->bad) {
      written[bad.sample] = false;
      set.bad.push_back(bad_image(input, bad));
    }
  }
  std::sort(set.bad.begin(), set.bad.end(),
            [](const BadImage& a, const BadImage& b) { return a.row < b.row; });
}

/// A finished shard of set `variant` under its final name.
ManifestShard described(const Manifest& set, const StagedShard& shard, std::size_t variant,
                        const SetTotals& totals, ShardPosition position) {
  const StagedFile& file = shard.files[variant];
  ManifestShard entry{shard_path(set, totals.size, totals.split, position, file.facts.records),
                      totals.split,
                      totals.size,
                      file.facts.records,
                      file.facts.bytes,
                      file.facts.crc32c,
                      crc32c_hex(sources_crc32c(shard))};
  entry.images = shard.images.entries();
  const PixelSums& sums = file.sums;
  if (sums.pixels > 0) {
    entry.pixel_sums = {sums.pixels,     sums.sum[0],     sums.sum[1],    sums.sum[2],
                        sums.squares[0], sums.squares[1], sums.squares[2]};
  }
  entry.shape = file.shape;
  return entry;
}

}  // namespace

void record_spec(ManifestFeature& feature, const FeatureSpec& spec) {
  feature.spec = to_string(spec);
  feature.origin = FeatureOrigin{std::string(info(spec.kind).name), spec.columns};
}

std::vector<ClassColumn> class_counts(const PreparedBuild& prepared) {
  Manifest set;
  set.classes = empty_classes(*prepared.input, prepared.layout);
  count_classes(set, prepared, PerSample<bool>(prepared.input->samples->size(), true));
  return std::move(set.classes);
}

BadImage bad_image(const BuildInput& input, const BadSample& bad) {
  const std::string& image = input.samples->image_path(bad.sample);
  return {input.samples->line(bad.sample).value(), image, bad.reason, (input.folder.root / image).string()};
}

Manifest describe_plan(const PreparedBuild& prepared, const BuildPlan& plan) {
  const BuildOptions& options = prepared.options;
  const BuildInput& input = *prepared.input;
  const RecordLayout& layout = prepared.layout;
  Manifest set;
  set.name = options.name;
  set.extension = options.extension;
  set.name_style = options.name_style;
  set.seed = options.seed;
  set.filtered = input.filtered;
  set.left_out = input.left_out;
  if (input.boxes) set.bad_boxes = bad_box_lines(input);
  if (may_decode(layout, options.image)) {
    set.versions = {{"opencv", codec().opencv_version()}, {"libjpeg", codec().jpeg_version()}};
  }
  set.options = recorded_options(options, input, layout);
  for (const BoundFeature& feature : layout.features) set.features.push_back(described(feature, layout));
  set.classes = empty_classes(input, layout);
  set.splits = prepared.splits.names;
  set.deviation = prepared.splits.deviation;
  for (std::size_t i = 0; i < set.classes.size(); ++i) {
    const bool is_index = std::ranges::any_of(layout.features, [&](const BoundFeature& feature) {
      return feature.spec.kind == FeatureKind::index && feature.classes == layout.classes[i];
    });
    if (is_index) set.side_files.push_back(label_map_file(set.classes[i].file));
  }
  if (options.record_list) set.side_files.emplace_back(k_record_list_name);
  if (!input.left_out.empty()) set.side_files.emplace_back(k_left_out_name);
  if (!set.bad_boxes.empty()) set.side_files.emplace_back(k_bad_boxes_name);
  for (const std::string& size : size_names(options.image)) {
    if (options.name_style != NameStyle::tfds) break;
    for (const std::string& file : tfds_file_names(layout))
      set.side_files.push_back((size.empty() ? "" : size + "/") + file);
  }
  add_planned_shards(set, options.image, plan);
  const PerSample<bool> all(input.samples->size(), true);
  count_classes(set, prepared, all);
  count_boxes(set, prepared, all);
  count_strata(set, prepared, all);
  return set;
}

void add_outcome(Manifest& set, const PreparedBuild& prepared, const BuildPlan& plan,
                 const PlannedShards& shards) {
  const BuildInput& input = *prepared.input;
  PerSample<bool> written(input.samples->size(), true);
  add_bad_images(set, input, shards, written);
  ImageTally images;
  for (const auto& shard : shards) images.add(shard->images);
  set.images = images.entries();
  set.shards.clear();
  const std::vector<SplitVariant> of_totals = splits_of_totals(plan, set.totals.size());
  for (std::size_t i = 0; i < set.totals.size(); ++i) {
    SetTotals& totals = set.totals[i];
    const auto [split, variant] = of_totals[i];
    totals.shards = totals.records = totals.bytes = 0;
    PixelSums sums;
    for (std::size_t k = split->shards.begin; k < split->shards.end; ++k) {
      if (shards[k]->files.empty()) continue;
      const ManifestShard& entry = set.shards.emplace_back(
          described(set, *shards[k], variant, totals, position_of(set, split->shards, k, shards)));
      ++totals.shards;
      totals.records += entry.records;
      totals.bytes += entry.bytes;
      sums.add(shards[k]->files[variant].sums);
    }
    totals.statistics = sums.statistics();
  }
  count_classes(set, prepared, written);
  count_boxes(set, prepared, written);
  count_strata(set, prepared, written);
}

std::vector<Publication> publications(const Manifest& set, const BuildPlan& plan, const PlannedShards& shards,
                                      const std::filesystem::path& staging) {
  std::vector<Publication> files;
  for_each_written_shard(
      set, plan, shards, [&](const ManifestShard& entry, std::size_t number, std::size_t variant) {
        const StagedFile& file = shards[number]->files[variant];
        files.push_back({file.file.lexically_relative(staging).string(), entry.path, entry.bytes});
      });
  return files;
}

}  // namespace tfrec
