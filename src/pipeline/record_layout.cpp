// SPDX-License-Identifier: Apache-2.0
#include "pipeline/record_layout.hpp"

#include <algorithm>

namespace tfrec {

std::uint64_t value_count(const BoundFeature& feature) {
  switch (feature.spec.kind) {
    case FeatureKind::int64:
    case FeatureKind::float32:
      return feature.columns.size();
    case FeatureKind::onehot:
      return feature.classes->classes.size();
    case FeatureKind::jpeg:
    case FeatureKind::bytes:
    case FeatureKind::index:
      return 1;
  }
  return 1;
}

bool RecordLayout::uses_pixels() const {
  return std::any_of(features.begin(), features.end(),
                     [](const BoundFeature& feature) { return info(feature.spec.kind).uses_pixels; });
}

}  // namespace tfrec
