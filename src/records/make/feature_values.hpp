// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_writer.hpp"
#include "records/image/made_image.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// What a record's features are filled from. Values are views into it.
struct RecordSource {
  std::span<const std::vector<std::string>> rows;  // the cells of each
  std::string_view image_path;
  std::uint64_t id;               // of the sample, from 1
  std::span<const RowBox> boxes;  // on the stored image; only these rows add values, if records have boxes
  const MadeImage& image;
  std::string_view mask;                    // as PNG
  std::span<const std::string> companions;  // as Samples::companions
  std::vector<std::string>& packed;  // where packed columns and ids are put; grows, its strings must not move
};

/// The values of one feature. Cells were checked when the feature was bound; one that does not fit all the
/// same throws Error (bad_data).
FeatureValues feature_values(const BoundFeature& feature, const RecordLayout& layout,
                             const RecordSource& source);

}  // namespace tfrec
