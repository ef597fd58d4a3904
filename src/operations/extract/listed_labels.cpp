// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/listed_labels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "example/label_text.hpp"

namespace tfrec {

namespace {

/// One number in each record, of which the list has all, and no text beside it.
bool has_names(const FeatureSummary& label, const ClassNames& classes,
               const std::vector<FeatureSummary>& features) {
  const bool is_one = label.kind == ListKind::int64_list && label.lengths.min == 1 && label.lengths.max == 1;
  if (!is_one || !label.has_histogram) return false;
  const std::vector<std::string> texts = label_text_names(label.name);
  const auto is_text = [&](const FeatureSummary& feature) {
    return std::ranges::find(texts, feature.name) != texts.end();
  };
  if (std::ranges::any_of(features, is_text)) return false;
  return std::ranges::all_of(label.histogram,
                             [&](const auto& value) { return classes.of(value.first) != nullptr; });
}

void add_classes(AgreedChoices& agreed, const std::string& feature, const ClassNames& names) {
  ClassColumn column{feature, "classes.txt", {}};
  for (const std::string& name : names.names) column.classes.push_back({name});
  if (names.ids.are_consecutive()) {
    agreed.label_base = names.ids.first;
  } else {
    column.ids = names.ids.all(names.names.size());
  }
  agreed.class_features[feature] = {agreed.classes.size(), ListKind::int64_list, names.ids};
  agreed.classes.push_back(std::move(column));
}

}  // namespace

ListedLabels listed_labels(const FoundShards& found, const Schema& schema, AgreedChoices& agreed) {
  if (!found.sets.empty() || !agreed.specs.empty()) return {};
  ListedLabels listed = class_names(found, schema);
  const std::vector<FeatureSummary> features = schema.features();
  for (const auto& [feature, names] : listed) {
    const auto label = std::ranges::find(features, feature, &FeatureSummary::name);
    if (label != features.end() && has_names(*label, names, features)) add_classes(agreed, feature, names);
  }
  return listed;
}

}  // namespace tfrec
