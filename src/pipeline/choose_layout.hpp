// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "dataset/column_profile.hpp"
#include "dataset/table.hpp"
#include "pipeline/record_layout.hpp"

namespace tfrec {

/// What a layout is chosen from.
struct LayoutInput {
  const Table& table;
  std::span<const ColumnProfile> profiles;  // of all columns
  std::size_t image_column = 0;
  std::filesystem::path classes_file;  // empty: classes are a column's distinct values, sorted
};

/// The layout `auto`: `image` = jpeg, `image_name` = the image column's bytes, then one feature per other
/// column: whole numbers int64, numbers float, text a class index; text with more than 1,000 distinct values
/// or none that repeats becomes bytes, and so do numbers with leading zeros, for an int64 would lose them.
std::vector<FeatureSpec> auto_features(const LayoutInput& input);

/// Binds features to their columns, makes the classes and checks every cell against its feature. Throws
/// Error: usage for an unknown column or a name given twice, bad_data with row and column for a missing or
/// malformed value or an unknown class.
RecordLayout bind_features(const LayoutInput& input, std::vector<FeatureSpec> features);

}  // namespace tfrec
