// SPDX-License-Identifier: Apache-2.0
#include "sets/summaries/label_features.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace tfrec {

namespace {

constexpr std::array<std::string_view, 3> k_fact_kinds{"channels", "height", "width"};
constexpr std::array<std::string_view, 8> k_fact_names{
    "channels", "depth", "height", "image/channels", "image/depth", "image/height", "image/width", "width"};

/// What the manifests state of each feature: whether it is a fact of the image in any of them.
std::map<std::string, bool> stated_facts(const FoundShards& found) {
  std::map<std::string, bool> stated;
  for (const ShardSet& set : found.sets) {
    if (!set.manifest) continue;
    for (const ManifestFeature& feature : set.manifest->features) {
      if (!feature.origin) continue;
      bool& is_fact = stated[feature.name];
      is_fact = is_fact || std::ranges::binary_search(k_fact_kinds, feature.origin->kind);
    }
  }
  return stated;
}

}  // namespace

std::set<std::string> label_features(const FoundShards& found, const Schema& schema) {
  const std::map<std::string, bool> stated = stated_facts(found);
  std::set<std::string> labels;
  for (const FeatureSummary& feature : schema.features()) {
    if (!feature.is_label()) continue;
    const auto known = stated.find(feature.name);
    const bool is_fact =
        known != stated.end() ? known->second : std::ranges::binary_search(k_fact_names, feature.name);
    if (!is_fact) labels.insert(feature.name);
  }
  return labels;
}

}  // namespace tfrec
