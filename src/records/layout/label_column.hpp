// SPDX-License-Identifier: Apache-2.0
// Which columns of a table a preset takes for labels.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "dataset/table/column_profile.hpp"
#include "dataset/table/table.hpp"
#include "example/presets.hpp"
#include "records/layout/layout_input.hpp"

namespace tfrec {

struct LabelSearch {
  const Table& table;
  std::size_t image_column = 0;
  std::span<const std::size_t> set_aside{};  // columns that are not labels: split, group, boxes
  std::span<const std::string> given{};      // --label-column
  bool folders_are_classes = false;
  std::span<const std::string> stratify{};    // --stratify
  std::span<const ColumnProfile> profiles{};  // of all columns; may be empty
};

/// Whether the name of a column contains "class" or "label".
bool is_named_as_label(const std::string& column);

LabelSearch label_search(const LayoutInput& input);

/// The given columns, else all but the image column and those set aside.
std::vector<std::string> label_columns(const LabelSearch& search);

/// The one label column. If none is given: the one called class or label, in layouts with boxes also
/// class_name, label_name or category, else the only one there is. Throws Error (usage) if there are several
/// or none.
std::string one_label_column(const Preset& preset, const LabelSearch& search);

}  // namespace tfrec
