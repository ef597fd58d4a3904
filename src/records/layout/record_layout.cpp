// SPDX-License-Identifier: Apache-2.0
#include "records/layout/record_layout.hpp"

#include <algorithm>

namespace tfrec {

ValueCount value_count(const BoundFeature& feature, const RecordLayout& layout) {
  const FeatureKindInfo& kind = info(feature.spec.kind);
  const bool is_packed = kind.list == ListKind::bytes && kind.kind != FeatureKind::bytes;
  if (kind.source == FeatureSource::classes) {
    const std::uint64_t classes = feature.classes->classes.size();
    if (kind.kind == FeatureKind::indices) return {0, classes};
    if (kind.kind != FeatureKind::index) return {classes, classes};
  } else if ((kind.source != FeatureSource::cells && kind.source != FeatureSource::box_columns) ||
             is_packed) {
    return {1, 1};
  }
  const std::uint64_t in_row = kind.kind == FeatureKind::boxes   ? feature.box_form.floats()
                               : kind.kind == FeatureKind::bytes ? 1
                                                                 : feature.columns.size();
  if (!layout.row_lists) return {in_row, in_row};
  const RowLists& rows = *layout.row_lists;
  // A crop may leave none of an image's boxes.
  if (feature.is_list) return {(layout.boxes ? 0 : rows.fewest_rows) * in_row, rows.most_rows * in_row};
  const bool is_name = feature.columns.front() == rows.image_column;
  return {rows.has_unlisted && !is_name ? 0 : in_row, in_row};
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
