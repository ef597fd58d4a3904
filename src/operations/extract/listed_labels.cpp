// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/listed_labels.hpp"

#include <algorithm>
#include <set>

#include "dataset/classes/classes.hpp"
#include "example/label_text.hpp"

namespace tfrec {

namespace {

/// Whether the label has no text beside it, and one number in each record or for each box.
bool is_plain_label(const std::string& label, const std::vector<FeatureSummary>& features) {
  const auto found = std::ranges::find(features, label, &FeatureSummary::name);
  if (found == features.end()) return false;
  const bool is_one = found->lengths.min == 1 && found->lengths.max == 1;
  const std::vector<std::string> texts = label_text_names(label);
  return (is_one || label == k_box_label) && std::ranges::none_of(features, [&](const auto& feature) {
           return std::ranges::find(texts, feature.name) != texts.end();
         });
}

}  // namespace

ListedLabels take_labels_with_texts(AgreedChoices& agreed, const Schema& schema) {
  ListedLabels listed;
  if (!agreed.has_only_lists) return listed;
  std::set<std::string> taken;
  const std::vector<FeatureSummary> features = schema.features();
  for (const auto& [label, use] : agreed.class_features) {
    if (use.kind != ListKind::int64_list || is_plain_label(label, features)) continue;
    listed[label] = {class_list(agreed.classes[use.list], agreed.label_base).names(), use.ids};
    agreed.specs.erase(label);
    taken.insert(label);
  }
  forget_features(agreed.classes, agreed.class_features, taken);
  return listed;
}

}  // namespace tfrec
