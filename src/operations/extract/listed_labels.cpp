// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/listed_labels.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "example/label_text.hpp"
#include "operations/extract/publishing.hpp"

namespace tfrec {

namespace {

Schema schema_with_values(const std::vector<ExtractedShard>& shards) {
  Schema schema;
  ExampleView view;
  for (const ExtractedShard& shard : shards)
    for_each_rest(shard, view, [&](std::size_t) { schema.add_with_values(view); });
  return schema;
}

/// One number in each record, and no text beside it. Boxes have a row each, whose classes texts name.
bool is_plain_label(const FeatureSummary& label, const std::vector<FeatureSummary>& features) {
  const bool is_one = label.kind == ListKind::int64_list && label.lengths.min == 1 && label.lengths.max == 1;
  if (!is_one || label.name.starts_with("image/object/")) return false;
  const std::vector<std::string> texts = label_text_names(label.name);
  return std::ranges::none_of(features, [&](const FeatureSummary& feature) {
    return std::ranges::find(texts, feature.name) != texts.end();
  });
}

void add_classes(AgreedChoices& agreed, const std::string& feature, const ClassNames& names) {
  ClassColumn column{feature, "classes.txt", {}};
  for (const std::string& name : names.names) column.classes.push_back({name});
  if (names.ids.are_consecutive() && names.ids.first <= k_most_label_base) {
    agreed.label_base = names.ids.first;
  } else {
    column.ids = names.ids.all(names.names.size());
  }
  agreed.class_features[feature] = {agreed.classes.size(), ListKind::int64_list, names.ids};
  agreed.classes.push_back(std::move(column));
}

void add_to(AgreedChoices& agreed, const ListedLabels& listed, const std::vector<FeatureSummary>& features,
            Observer& observer) {
  for (const auto& [feature, names] : listed) {
    const auto label = std::ranges::find(features, feature, &FeatureSummary::name);
    const auto has_name = [&, &known = names](const auto& value) { return known.of(value.first) != nullptr; };
    if (label == features.end() || !is_plain_label(*label, features) || !label->has_histogram ||
        !std::ranges::all_of(label->histogram, has_name))
      continue;
    add_classes(agreed, feature, names);
    observer.note("cells of " + in_quotes(feature) + " have the class names of the list beside the shards");
  }
}

}  // namespace

bool can_be_listed(const ClassNames& classes) {
  const std::vector<std::string>& names = classes.names;
  const auto is_plain = [](const std::string& name) {
    const bool has_blank_ends = name.front() == ' ' || name.back() == ' ';
    return !has_blank_ends && std::ranges::none_of(name, [](unsigned char c) { return c < 0x20; });
  };
  return std::set<std::string>(names.begin(), names.end()).size() == names.size() &&
         std::ranges::all_of(names, is_plain) && classes.ids.at(0) >= 0;
}

ListedLabels use_listed_labels(const FoundShards& found, const std::vector<ExtractedShard>& shards,
                               bool are_all, AgreedChoices& agreed, Observer& observer) {
  if (!found.sets.empty() || classes_left_behind(found).empty()) return {};
  const Schema schema = schema_with_values(shards);
  ListedLabels listed = class_names(found, schema);
  std::erase_if(listed, [](const auto& label) { return !can_be_listed(label.second); });
  if (are_all) add_to(agreed, listed, schema.features(), observer);
  return listed;
}

}  // namespace tfrec
