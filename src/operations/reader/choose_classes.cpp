// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "operations/reader/choose_features.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/merge/recorded_masks.hpp"
#include "sets/summaries/label_features.hpp"

namespace tfrec {

namespace {

constexpr std::array<std::string_view, 12> k_label_names{
    "label",    "class",    "image/class/label", "image/object/class/label",
    "labels",   "target",   "classes",           "class_id",
    "label_id", "category", "species",           "diagnosis"};

std::size_t name_rank(const std::string& name) {
  const auto* const found = std::ranges::find(k_label_names, std::string_view(name));
  return static_cast<std::size_t>(found - k_label_names.begin());
}

/// Ids from 0 on need no list of them.
ReaderClasses classes_of(const std::string& feature, const ClassNames& names) {
  ReaderClasses classes{feature, names.names, names.ids.all(names.names.size())};
  bool are_places = true;
  for (std::size_t i = 0; i < classes.ids.size(); ++i)
    are_places = are_places && classes.ids[i] == static_cast<std::int64_t>(i);
  if (are_places) classes.ids.clear();
  return classes;
}

class ClassChoice {
 public:
  ClassChoice(const FoundShards& found, const RecordSurvey& survey,
              const std::vector<ReaderFeature>& features)
      : m_found(found), m_survey(survey), m_features(features) {}

  std::vector<ReaderClasses> choose() {
    for (const auto& [feature, names] : class_names(m_found, m_survey.schema(), m_survey.label_texts())) {
      if (has(feature)) m_classes.push_back(classes_of(feature, names));
    }
    for (const auto& [feature, names] : m_survey.label_texts().names()) add(feature, names.classes);
    add_box_classes();
    if (m_classes.empty()) add_columns();
    if (m_classes.empty()) add_mask_names();
    if (m_classes.empty()) add_values();
    // Layout auto makes classes of any text. Several labels per image were asked for.
    std::ranges::stable_sort(m_classes, {}, [this](const ReaderClasses& one) {
      return std::pair(name_rank(one.feature), !has_several_values(one.feature));
    });
    return std::move(m_classes);
  }

 private:
  bool has_several_values(const std::string& name) const {
    const auto found = std::ranges::find(m_features, name, &ReaderFeature::name);
    return found != m_features.end() && (found->is_list || found->length > 1);
  }

  bool has(const std::string& name) const {
    return std::ranges::find(m_features, name, &ReaderFeature::name) != m_features.end();
  }

  void add(const std::string& feature, const ClassNames& names) {
    if (std::ranges::find(m_classes, feature, &ReaderClasses::feature) == m_classes.end() &&
        !names.names.empty())
      m_classes.push_back(classes_of(feature, names));
  }

  void add_box_classes() {
    ClassNames names;
    std::vector<std::int64_t> ids;
    for (const auto& [id, text] : m_survey.box_classes()) {
      ids.push_back(id);
      names.names.push_back(text);
    }
    if (ids.empty()) return;
    names.ids = ClassIds::of(std::move(ids));
    add(std::string(k_box_label), names);
  }

  /// Several features of 0 and 1: the columns are the classes, but beside a label they are attributes.
  void add_columns() {
    std::vector<std::string> flags;
    for (const FeatureSummary& feature : m_survey.schema().features()) {
      const bool is_single = feature.lengths.min == 1 && feature.lengths.max == 1;
      if (is_single && feature.kind == ListKind::int64_list && are_flags(feature.name))
        flags.push_back(feature.name);
    }
    if (flags.size() > 1 && !label_without_names()) m_classes.push_back({"", in_table_order(flags), {}});
  }

  /// The ids of masks, if all manifests name them alike.
  void add_mask_names() {
    const RecordedMasksOf masks(m_found);
    const std::map<std::uint16_t, std::string> names = masks.shard(m_found.shards.front()).names;
    const auto mask = std::ranges::find(m_features, ReaderRole::mask, &ReaderFeature::role);
    const bool are_equal = std::ranges::all_of(
        m_found.shards, [&](const FoundShard& shard) { return masks.shard(shard).names == names; });
    if (names.empty() || mask == m_features.end() || !are_equal) return;
    ClassNames classes;
    std::vector<std::int64_t> ids;
    for (const auto& [id, name] : names) {
      ids.push_back(id);
      classes.names.push_back(name);
    }
    classes.ids = ClassIds::of(std::move(ids));
    m_classes.push_back(classes_of(mask->name, classes));
  }

  /// As the manifests list the features; else by name.
  std::vector<std::string> in_table_order(std::vector<std::string> names) const {
    if (m_found.sets.empty() || !m_found.sets.front().manifest) return names;
    const auto& listed = m_found.sets.front().manifest->features;
    std::ranges::stable_sort(names, {}, [&](const std::string& name) {
      return std::ranges::find(listed, name, &ManifestFeature::name) - listed.begin();
    });
    return names;
  }

  bool are_flags(const std::string& name) const {
    for (const FeatureSummary& feature : m_survey.schema().features()) {
      if (feature.name == name) return feature.integers.min >= 0 && feature.integers.max <= 1;
    }
    return false;
  }

  /// The feature of a usual name whose numbers or texts are its classes.
  std::optional<FeatureSummary> label_without_names() const {
    const std::set<std::string> labels = label_features(m_found, m_survey.schema());
    std::optional<FeatureSummary> best;
    for (const FeatureSummary& feature : m_survey.schema().features()) {
      const bool has_name = name_rank(feature.name) < k_label_names.size();
      const bool is_number = feature.kind == ListKind::int64_list && feature.has_histogram &&
                             feature.integers.min >= 0 && labels.contains(feature.name);
      const bool is_text = feature.kind == ListKind::bytes && feature.is_text_label();
      if (!has_name || (!is_number && !is_text)) continue;
      if (!best || name_rank(feature.name) < name_rank(best->name)) best = feature;
    }
    return best;
  }

  void add_values() {
    const std::optional<FeatureSummary> best = label_without_names();
    if (!best) return;
    ClassNames names;
    std::vector<std::int64_t> ids;
    for (const auto& [value, count] : best->histogram) {
      names.names.push_back(std::to_string(value));
      ids.push_back(value);
    }
    if (!ids.empty()) names.ids = ClassIds::of(std::move(ids));
    if (best->kind == ListKind::bytes) {
      for (const auto& [text, count] : best->texts) names.names.push_back(text);
    }
    m_classes.push_back(classes_of(best->name, names));
  }

  const FoundShards& m_found;
  const RecordSurvey& m_survey;
  const std::vector<ReaderFeature>& m_features;
  std::vector<ReaderClasses> m_classes;
};

}  // namespace

std::vector<ReaderClasses> choose_reader_classes(const FoundShards& found, const RecordSurvey& survey,
                                                 const std::vector<ReaderFeature>& features) {
  return ClassChoice(found, survey, features).choose();
}

}  // namespace tfrec
