// SPDX-License-Identifier: Apache-2.0
// The features of every record of a set, bound to the columns and classes they are filled from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dataset/classes.hpp"
#include "example/feature_spec.hpp"

namespace tfrec {

/// The classes of one column, shared by every feature made from it.
struct ColumnClasses {
  std::size_t column = 0;
  ClassList classes;
};

struct BoundFeature {
  FeatureSpec spec;
  std::vector<std::size_t> columns;              // places of spec.columns in the table
  std::shared_ptr<const ColumnClasses> classes;  // of columns[0], for kinds that use classes
};

/// Values a feature holds in every record: kinds of a fixed length only.
std::uint64_t value_count(const BoundFeature& feature);

struct RecordLayout {
  std::vector<BoundFeature> features;                         // names are distinct
  std::vector<std::shared_ptr<const ColumnClasses>> classes;  // each once, in the order of first use

  bool uses_pixels() const;
};

}  // namespace tfrec
