// SPDX-License-Identifier: Apache-2.0
#include "records/layout/record_layout.hpp"

#include <algorithm>

namespace tfrec {

ValueCount value_count(const BoundFeature& feature) {
  const FeatureKindInfo& kind = info(feature.spec.kind);
  if (kind.list != ListKind::bytes && kind.source == FeatureSource::cells) {
    return {feature.columns.size(), feature.columns.size()};
  }
  if (kind.source == FeatureSource::classes) {
    const std::uint64_t classes = feature.classes->classes.size();
    if (kind.kind == FeatureKind::indices) return {0, classes};
    if (kind.kind != FeatureKind::index) return {classes, classes};
  }
  return {1, 1};
}

bool RecordLayout::has(FeatureKind kind) const {
  return std::any_of(features.begin(), features.end(),
                     [kind](const BoundFeature& feature) { return feature.spec.kind == kind; });
}

bool RecordLayout::stores_image() const {
  return std::any_of(features.begin(), features.end(),
                     [](const BoundFeature& feature) { return is_image(feature.spec.kind); });
}

bool RecordLayout::uses_pixels() const {
  return std::any_of(features.begin(), features.end(),
                     [](const BoundFeature& feature) { return info(feature.spec.kind).uses_pixels; });
}

}  // namespace tfrec
