// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/describe_set.hpp"

#include <algorithm>
#include <string>

#include "base/text/utf8.hpp"
#include "image/codec.hpp"
#include "records/image/made_image.hpp"
#include "records/make/stored_samples.hpp"
#include "sets/input/check_boxes.hpp"
#include "sets/input/record_options.hpp"
#include "sets/plan/count_contents.hpp"
#include "sets/plan/equal_rows.hpp"
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
  if (layout.classes.size() == 1) return k_classes_file_name;
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

/// The choices of a set, and its classes without counts.
Manifest uncounted(const PreparedBuild& prepared) {
  const BuildOptions& options = prepared.options;
  const BuildInput& input = *prepared.input;
  const RecordLayout& layout = prepared.layout;
  Manifest set;
  set.name = options.name;
  set.extension = options.extension;
  set.name_style = options.name_style;
  set.seed = options.seed;
  set.filtered = input.filtered;
  if (input.boxes) set.bad_boxes = bad_box_lines(input);
  if (may_decode(layout, options.image)) {
    set.versions = {{"opencv", codec().opencv_version()}, {"libjpeg", codec().jpeg_version()}};
  }
  set.options = recorded_options(options, input, layout);
  for (const BoundFeature& feature : layout.features) set.features.push_back(described(feature, layout));
  set.classes = empty_classes(input, layout);
  return set;
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

/// Returns which samples are bad.
PerSample<bool> add_bad_images(Manifest& set, const BuildInput& input, const PlannedShards& shards) {
  PerSample<bool> is_bad(input.samples->size());
  for (const auto& shard : shards) {
    for (const BadSample& bad : shard->bad) {
      if (!is_bad[bad.sample]) set.bad.push_back(bad_image(input, bad));  // --equal repeat has some twice
      is_bad[bad.sample] = true;
    }
  }
  std::sort(set.bad.begin(), set.bad.end(),
            [](const BadImage& a, const BadImage& b) { return a.row < b.row; });
  return is_bad;
}

/// How many records each sample became.
PerSample<std::uint32_t> stored_times(const PreparedBuild& prepared, const BuildPlan& plan,
                                      const PlannedShards& shards) {
  PerSample<std::uint32_t> times(prepared.input->samples->size());
  for (std::size_t k = 0; k < shards.size(); ++k) {
    for (const SampleIndex sample :
         stored_samples(plan.samples_at(plan.shards[k]), shards[k]->bad, bad_places(prepared.options)))
      ++times[sample];
  }
  return times;
}

/// The rows of left-out.csv.
void add_left_out(Manifest& set, const PreparedBuild& prepared, const PerSample<std::uint32_t>& times,
                  const PerSample<bool>& bad) {
  set.left_out = prepared.input->left_out;
  if (prepared.options.shards.equal != EqualShards::no)
    set.left_out = merged_rows(std::move(set.left_out), equal_rows(*prepared.input->samples, times, bad));
  if (set.left_out.empty()) std::erase(set.side_files, k_left_out_name);
  const bool is_named = std::ranges::find(set.side_files, k_left_out_name) != set.side_files.end();
  if (!set.left_out.empty() && !is_named) set.side_files.emplace_back(k_left_out_name);
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
  entry.mask_pixels = file.mask_pixels;
  return entry;
}

}  // namespace

void record_spec(ManifestFeature& feature, const FeatureSpec& spec) {
  feature.spec = to_string(spec);
  feature.origin = FeatureOrigin{std::string(info(spec.kind).name), spec.columns};
}

BadImage bad_image(const BuildInput& input, const BadSample& bad) {
  const std::string& image = input.samples->image_path(bad.sample);
  return {input.samples->line(bad.sample).value(), image, bad.reason, (input.folder.root / image).string()};
}

Manifest describe_input(const PreparedBuild& prepared) {
  Manifest set = uncounted(prepared);
  count_classes(set, prepared, PerSample<std::uint32_t>(prepared.input->samples->size(), 1));
  return set;
}

Manifest describe_plan(const PreparedBuild& prepared, const BuildPlan& plan) {
  const BuildOptions& options = prepared.options;
  const BuildInput& input = *prepared.input;
  const RecordLayout& layout = prepared.layout;
  Manifest set = uncounted(prepared);
  set.splits = prepared.splits.names;
  set.deviation = prepared.splits.deviation;
  for (std::size_t i = 0; i < set.classes.size(); ++i) {
    const bool is_index = std::ranges::any_of(layout.features, [&](const BoundFeature& feature) {
      return feature.spec.kind == FeatureKind::index && feature.classes == layout.classes[i];
    });
    if (is_index) set.side_files.push_back(label_map_file(set.classes[i].file));
  }
  if (options.record_list) set.side_files.emplace_back(k_record_list_name);
  if (options.card) set.side_files.insert(set.side_files.end(), k_card_names.begin(), k_card_names.end());
  const PerSample<std::uint32_t> times = planned_times(plan, input.samples->size());
  add_left_out(set, prepared, times, PerSample<bool>(input.samples->size()));
  if (!set.bad_boxes.empty()) set.side_files.emplace_back(k_bad_boxes_name);
  for (const std::string& size : size_names(options.image)) {
    if (options.name_style != NameStyle::tfds) break;
    for (const std::string& file : tfds_file_names(layout))
      set.side_files.push_back((size.empty() ? "" : size + "/") + file);
  }
  add_planned_shards(set, options.image, plan);
  count_classes(set, prepared, times);
  count_boxes(set, prepared, times);
  count_strata(set, prepared, times);
  return set;
}

void add_outcome(Manifest& set, const PreparedBuild& prepared, const BuildPlan& plan,
                 const PlannedShards& shards) {
  const BuildInput& input = *prepared.input;
  const PerSample<bool> is_bad = add_bad_images(set, input, shards);
  const PerSample<std::uint32_t> times = stored_times(prepared, plan, shards);
  add_left_out(set, prepared, times, is_bad);
  ImageTally images;
  for (const auto& shard : shards) images.add(shard->images);
  set.images = images.entries();
  for (const auto& shard : shards) {
    if (!shard->files.empty()) add_pixels(shard->files.front().mask_pixels, set.mask_pixels);
  }
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
  count_classes(set, prepared, times);
  count_boxes(set, prepared, times);
  count_strata(set, prepared, times);
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
