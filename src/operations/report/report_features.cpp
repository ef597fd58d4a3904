// SPDX-License-Identifier: Apache-2.0
#include "operations/report/report_features.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "dataset/join/image_column.hpp"
#include "example/feature_spec.hpp"
#include "example/schema.hpp"
#include "image/facts/image_facts.hpp"
#include "records/copy/record_boxes.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/merge/label_texts.hpp"
#include "sets/merge/source_sets.hpp"
#include "sets/summaries/label_features.hpp"
#include "sets/summaries/parts_of_set.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_shards = 32;
constexpr std::uint64_t k_most_records = 1'024;
constexpr std::uint64_t k_most_bytes = 16'000'000;

constexpr std::uint64_t k_longest_class = 1000;  // bytes
constexpr std::array<std::string_view, 14> k_label_names{
    "label",  "class",    "labels",      "image/class/label", "image/class/text", "class_id",  "label_id",
    "target", "category", "category_id", "classes",           "species",          "diagnosis", "y"};

/// Some records of all shards, of the first size of each set.
struct Survey {
  Schema schema;
  std::map<std::string, std::uint64_t> images;        // values that are images, by feature
  std::map<std::string, std::uint64_t> known_shapes;  // raw values whose size other features give
  SizeFeatures size_features;
  bool has_boxes = false;
};

class Surveyor {
 public:
  explicit Surveyor(const FoundShards& found) {
    const std::vector<PartOfSet> parts = parts_of_set(found);
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!parts[i].is_other_size) files.push_back(found.shards[i].path);
    }
    const std::size_t shards = std::min(files.size(), k_most_shards);
    for (std::size_t i = 0; i < shards; ++i) {
      try {
        read(files[i * files.size() / shards], k_most_records / shards, k_most_bytes / shards);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::machine) throw;  // verify reports the file
      }
    }
  }

  const Survey& survey() const { return m_survey; }

 private:
  void read(const std::filesystem::path& path, std::uint64_t records, std::uint64_t bytes) {
    const InputFile file(path);
    Reader reader(file);
    std::uint64_t read_bytes = 0;
    for (std::uint64_t i = 0; i < records && read_bytes < bytes; ++i) {
      const ReadItem item = reader.next();
      if (std::holds_alternative<End>(item)) return;
      if (const auto* record = std::get_if<Record>(&item)) {
        read_bytes += record->payload.size();
        add(record->payload);
      }
    }
  }

  void add(std::string_view payload) {
    if (!m_view.parse(payload) || !m_view.has_features()) return;
    m_survey.schema.add_with_values(m_view);
    RecordBoxes boxes;
    m_survey.has_boxes = m_survey.has_boxes || (boxes.read(m_view) && boxes.has_edges());
    for (const FeatureView& feature : m_view.features()) {
      if (feature.kind != ListKind::bytes || feature.length != 1) continue;
      m_view.read(feature, m_values);
      const std::string_view value = m_values.front();
      if (is_image_value(image_facts(value))) ++m_survey.images[std::string(feature.name)];
      count_known_shape(feature.name, value.size());
    }
  }

  void count_known_shape(std::string_view name, std::size_t bytes) {
    constexpr std::size_t k_least = 64;
    if (bytes < k_least) return;
    for (const SizeFeatures& names :
         {SizeFeatures{"height", "width", "depth"}, SizeFeatures{"height", "width", "channels"},
          SizeFeatures{"image/height", "image/width", "image/channels"}}) {
      if (!shape_from_features(m_view, names, bytes)) continue;
      ++m_survey.known_shapes[std::string(name)];
      m_survey.size_features = names;
      return;
    }
  }

  Survey m_survey;
  ExampleView m_view;
  std::vector<std::string_view> m_values;
};

std::string most_frequent(const std::map<std::string, std::uint64_t>& counts, const MaskFeatures& masks) {
  std::string best;
  std::pair<bool, std::uint64_t> best_rank{};
  for (const auto& [name, count] : counts) {
    const std::pair rank{!masks.has(name), count};
    if (best.empty() || rank > best_rank) {
      best = name;
      best_rank = rank;
    }
  }
  return best;
}

RawImages raw_of(const FoundShards& found, const ReportOptions& options, const Survey& survey) {
  RawImages raw;
  raw.shape = options.shape;
  raw.size_features = survey.size_features;
  for (const FoundShard& shard : found.shards) {
    const ManifestShard* listed = found.listed(shard);
    const bool is_recorded = listed != nullptr && !listed->shape.empty();
    raw.by_shard.push_back(is_recorded ? std::optional(listed->shape) : std::nullopt);
  }
  return raw;
}

/// Raw pixels: by the manifest, by --shape, or by features of their size.
void choose_raw(ReportFeatures& chosen, const FoundShards& found, const ReportOptions& options,
                const Survey& survey, const AgreedChoices& agreed) {
  RawImages raw = raw_of(found, options, survey);
  for (const auto& [name, spec] : agreed.specs) {
    if (spec.kind != FeatureKind::raw_uint8 && spec.kind != FeatureKind::raw_float32) continue;
    raw.are_floats = spec.kind == FeatureKind::raw_float32;
    chosen.image = name;
    chosen.raw = std::move(raw);
    return;
  }
  for (const FeatureSummary& feature : survey.schema.features()) {
    if (!options.shape || feature.kind != ListKind::bytes || !feature.sizes.seen()) continue;
    const std::uint64_t bytes = raw.bytes_of(*options.shape);
    const bool are_floats = feature.sizes.max == bytes * sizeof(float);
    if (feature.sizes.max != bytes && !are_floats) continue;
    raw.are_floats = are_floats;
    chosen.image = feature.name;
    chosen.raw = std::move(raw);
    return;
  }
  if (survey.known_shapes.empty()) return;
  chosen.image = most_frequent(survey.known_shapes, {});
  chosen.raw = std::move(raw);
}

std::size_t name_rank(const std::string& name) {
  const auto* const found = std::ranges::find(k_label_names, std::string_view(name));
  return static_cast<std::size_t>(found - k_label_names.begin());
}

bool is_single(const FeatureSummary& feature) {
  return feature.lengths.min == 1 && feature.lengths.max == 1;
}

/// A whole number or a text of a record that may be a class.
bool may_be_class(const FeatureSummary& feature, const std::set<std::string>& labels) {
  if (!is_single(feature)) return false;
  const bool has_name = name_rank(feature.name) < k_label_names.size();
  if (feature.kind == ListKind::int64_list)
    return labels.contains(feature.name) || (has_name && feature.has_histogram);
  if (feature.kind != ListKind::bytes) return false;
  // The survey keeps no long texts; a class with a usual name may have one.
  return feature.is_text_label() || (has_name && (feature.has_texts || feature.sizes.max <= k_longest_class));
}

bool is_flag(const FeatureSummary& feature) {
  return feature.kind == ListKind::int64_list && feature.integers.min >= 0 && feature.integers.max <= 1;
}

bool are_places(const std::map<std::string, ClassNames>& named, const std::string& feature) {
  const auto known = named.find(feature);
  return known != named.end() && known->second.are_places;
}

LabelChoice choose_list(const std::vector<FeatureSummary>& features,
                        const std::map<std::string, ClassNames>& named) {
  for (const FeatureSummary& feature : features) {
    const bool may_be_labels = feature.kind == ListKind::float_list || are_places(named, feature.name);
    if (may_be_labels && feature.marks.size() > 1) return {LabelChoice::Kind::marks, {feature.name}};
  }
  for (const FeatureSummary& feature : features) {
    const bool is_named = named.contains(feature.name) && !is_single(feature);
    if (feature.kind != ListKind::int64_list || (feature.lengths.max < 2 && !is_named)) continue;
    if (name_rank(feature.name) == k_label_names.size() && !is_named) continue;
    const bool are_marks = !is_named && is_flag(feature) && feature.lengths.min == feature.lengths.max;
    return {are_marks ? LabelChoice::Kind::marks : LabelChoice::Kind::list, {feature.name}};
  }
  return {};
}

/// Usual names of labels first, then in the order of the manifest.
std::pair<std::size_t, std::size_t> label_rank(const FoundShards& found, const std::string& name) {
  const bool is_listed = !found.sets.empty() && found.sets.front().manifest;
  if (!is_listed) return {name_rank(name), 0};
  const std::vector<ManifestFeature>& features = found.sets.front().manifest->features;
  const auto listed = std::ranges::find(features, name, &ManifestFeature::name);
  return {name_rank(name), static_cast<std::size_t>(listed - features.begin())};
}

LabelChoice choose_label(const FoundShards& found, const Survey& survey, const ReportFeatures& chosen) {
  const std::vector<FeatureSummary> features = survey.schema.features();
  const std::map<std::string, ClassNames> named = class_names(found, survey.schema, {});
  const std::set<std::string> labels = label_features(found, survey.schema);
  std::vector<const FeatureSummary*> candidates;
  for (const FeatureSummary& feature : features) {
    if (feature.name == chosen.image || feature.name == chosen.name) continue;
    if (may_be_class(feature, labels)) candidates.push_back(&feature);
  }
  std::ranges::stable_sort(candidates, {},
                           [&](const FeatureSummary* one) { return label_rank(found, one->name); });
  const auto is_known = [&](const FeatureSummary* one) {
    return named.contains(one->name) && one->kind == ListKind::int64_list;
  };
  const auto has_usual_name = [](const FeatureSummary* one) {
    return name_rank(one->name) < k_label_names.size();
  };
  LabelChoice list = choose_list(features, named);
  // Layout auto makes classes of any text. Several labels per image were asked for.
  const bool is_list_meant = list.kind != LabelChoice::Kind::none && named.contains(list.features.front());
  if (const auto known = std::ranges::find_if(candidates, is_known);
      known != candidates.end() && (has_usual_name(*known) || !is_list_meant))
    return {LabelChoice::Kind::value, {(*known)->name}};
  if (is_list_meant) return list;
  if (!candidates.empty() && has_usual_name(candidates.front()))
    return {LabelChoice::Kind::value, {candidates.front()->name}};
  if (survey.has_boxes) return {LabelChoice::Kind::boxes, {std::string(feature_name(BoxList::text))}};
  std::vector<std::string> flags;
  for (const FeatureSummary* one : candidates) {
    if (is_flag(*one)) flags.push_back(one->name);
  }
  if (flags.size() > 1 && flags.size() == candidates.size()) return {LabelChoice::Kind::flags, flags};
  if (list.kind != LabelChoice::Kind::none) return list;
  if (candidates.empty()) return {};
  return {LabelChoice::Kind::value, {candidates.front()->name}};
}

std::string choose_name(const Survey& survey, const AgreedChoices& agreed, const std::string& image) {
  for (const auto& [name, spec] : agreed.specs) {
    if (spec.kind == FeatureKind::path) return name;
  }
  std::string best;
  std::size_t best_rank = SIZE_MAX;
  for (const FeatureSummary& feature : survey.schema.features()) {
    constexpr std::uint64_t k_longest = 1024;
    const auto rank = usual_image_name_rank(feature.name);
    const bool is_text = feature.kind == ListKind::bytes && feature.sizes.max <= k_longest;
    const bool is_number = feature.kind == ListKind::int64_list && !feature.has_histogram;
    if (!rank || *rank >= best_rank || feature.name == image || !is_single(feature)) continue;
    if (!is_text && !is_number) continue;
    best = feature.name;
    best_rank = *rank;
  }
  return best;
}

}  // namespace

ReportFeatures choose_report_features(const FoundShards& found, const ReportOptions& options) {
  const Surveyor surveyor(found);
  const Survey& survey = surveyor.survey();
  const AgreedChoices agreed = manifest_choices(found);
  ReportFeatures chosen;
  if (!options.shape && !survey.images.empty()) {
    chosen.image = most_frequent(survey.images, {});
  } else {
    choose_raw(chosen, found, options, survey, agreed);
  }
  chosen.name = choose_name(survey, agreed, chosen.image);
  chosen.label = choose_label(found, survey, chosen);
  return chosen;
}

}  // namespace tfrec
