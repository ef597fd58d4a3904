// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/companion_features.hpp"

namespace tfrec {

namespace {

/// The feature that is the unchanged text of a column.
std::string text_feature_of(const std::string& column, const AgreedChoices& agreed) {
  for (const auto& [name, spec] : agreed.specs) {
    if (spec.kind == FeatureKind::bytes && spec.columns.front() == column) return name;
  }
  return {};
}

}  // namespace

std::vector<CompanionFeature> recorded_companions(const AgreedChoices& agreed) {
  std::vector<CompanionFeature> features;
  for (const auto& [name, spec] : agreed.specs) {
    if (spec.kind == FeatureKind::mask) features.push_back({name, true});
    if (spec.kind != FeatureKind::file) continue;
    const std::string& column = spec.columns.front();
    features.push_back({name, false, true, column, text_feature_of(column, agreed)});
  }
  return features;
}

}  // namespace tfrec
