// SPDX-License-Identifier: Apache-2.0
// The features of every record of a set, bound to the columns and classes they are filled from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dataset/boxes/sample_boxes.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/samples/row_lists.hpp"
#include "example/box_form.hpp"
#include "example/feature_spec.hpp"
#include "records/layout/missing_values.hpp"
#include "records/masks/mask_rules.hpp"

namespace tfrec {

/// The classes of one column, shared by every feature made from it.
struct ColumnClasses {
  std::size_t column = 0;
  std::string separator;  // between labels in a cell; empty: a cell is one label
  ClassList classes;
  bool has_ids_of_file = false;  // --classes gives them, so that --label-base can't
};

struct BoundFeature {
  FeatureSpec spec;
  std::vector<std::size_t> columns{};              // places of spec.columns in the table; none for boxes
  BoxForm box_form{};                              // of kind boxes
  bool is_list = false;                            // has the values of each row of an image
  std::size_t companion = 0;                       // of kind file: a number of Samples::companions
  std::shared_ptr<const ColumnClasses> classes{};  // of columns[0], for kinds that use classes
};

struct RecordLayout {
  std::vector<BoundFeature> features;                         // names are distinct
  std::vector<std::shared_ptr<const ColumnClasses>> classes;  // each once, in the order of first use
  MissingValues missing;                                      // stored for empty and malformed cells
  std::optional<RowLists> row_lists;                          // with --record-per image
  std::shared_ptr<const BoxRules> boxes;                      // null if records have none
  std::shared_ptr<const MaskRules> masks;                     // null if records have none
  int label_base = 0;                                         // the first class id
  float scale = 1;                                            // of raw-float32 pixels
  bool like_earlier = false;  // by --like, which decides about options that hints must not name then

  bool has(FeatureKind kind) const;
  bool uses_pixels() const;
  /// Whether a feature holds the image or its pixels; facts such as its height do not count.
  bool stores_image() const;
  /// Raw pixels carry no size of their own: all images must have the same.
  bool needs_equal_sizes() const { return has(FeatureKind::raw_uint8) || has(FeatureKind::raw_float32); }
};

/// The fewest and most values a feature contains in any record.
struct ValueCount {
  std::uint64_t least = 1;
  std::uint64_t most = 1;
};
ValueCount value_count(const BoundFeature& feature, const RecordLayout& layout);

}  // namespace tfrec
