// SPDX-License-Identifier: Apache-2.0
// Records of one set, with the class numbers of another list of classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/classes/class_ids.hpp"
#include "example/change_features.hpp"
#include "example/example_view.hpp"

namespace tfrec {

/// How the values of a feature that was made from classes change.
struct ClassRenumbering {
  std::string feature;
  ListKind list = ListKind::int64_list;  // int64: class numbers; float: one value for each class
  ClassIds old_ids;
  ClassIds new_ids;
  std::vector<std::size_t> new_places;  // in the new list, of each class of the old one
  std::size_t classes = 0;              // of the new list
  bool is_sorted = false;               // build writes the numbers of a record in ascending order
};

/// Of all features of a source; empty if its records stay as they are.
using Renumbering = std::vector<ClassRenumbering>;

/// Rewrites records, for one thread: leaves features out and gives classes their new numbers. Other numbers
/// than those of sorted features keep their places: they are those of boxes. All other bytes stay as they
/// are.
class RecordRewriter {
 public:
  explicit RecordRewriter(std::span<const std::string> drop) : m_drop(drop) {}

  /// Appends the rewritten `payload`, which `view` has parsed, to `out`. Throws Error (bad_data) without a
  /// path where a value belongs to no class of the old list.
  void append(std::string& out, std::string_view payload, const ExampleView& view,
              const Renumbering& renumbering);

 private:
  void add_entry(const ExampleView& view, const FeatureView& feature, const ClassRenumbering& change);
  std::vector<std::int64_t> numbers(const ExampleView& view, const FeatureView& feature,
                                    const ClassRenumbering& change);
  std::vector<float> values(const ExampleView& view, const FeatureView& feature,
                            const ClassRenumbering& change);

  std::span<const std::string> m_drop;
  std::vector<FeatureChange> m_changes;
  std::vector<std::string> m_entries;
  std::vector<std::int64_t> m_numbers;
  std::vector<float> m_values;
};

}  // namespace tfrec
