// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/boxes/sample_boxes.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/samples/row_lists.hpp"
#include "dataset/table/column_profile.hpp"
#include "dataset/table/table.hpp"
#include "records/layout/missing_values.hpp"
#include "records/masks/mask_rules.hpp"

namespace tfrec {

/// What a layout is chosen from and bound to.
struct LayoutInput {
  const Table& table;
  std::span<const ColumnProfile> profiles;  // of all columns
  std::size_t image_column = 0;
  std::optional<RowLists> row_lists{};               // with --record-per image
  std::shared_ptr<const BoxRules> boxes{};           // where records have boxes
  std::shared_ptr<const MaskRules> masks{};          // where records have masks
  std::vector<std::string> companion_columns{};      // of Samples::companions; "" for masks that names pair
  std::vector<std::size_t> set_aside{};              // columns no preset takes by itself: split, group
  std::vector<std::string> label_columns{};          // as given; empty: chosen
  std::vector<std::string> stratify{};               // columns to spread over splits: likely labels
  std::set<std::string> given{};                     // features that --feature defines instead of a preset
  std::set<std::string> given_classes{};             // columns whose class ids --feature stores
  MissingValues missing{};                           // stored for empty and malformed cells
  std::string label_separator{};                     // between labels in one cell; empty: guessed
  int label_base = 0;                                // the first class id
  bool has_label_base = false;                       // given by --label-base
  double scale = 1;                                  // of raw-float32 pixels
  std::filesystem::path classes_file{};              // empty: classes are a column's distinct values, sorted
  std::size_t class_columns = 0;                     // columns with classes in the layout that is bound
  std::map<std::string, ClassList> known_classes{};  // of columns, from an earlier set
  /// Of the labels in the cells of columns that have classes twice.
  std::map<std::string, ClassList> known_label_classes{};
  bool like_earlier = false;         // by --like, which decides about options that hints must not name then
  bool folders_are_classes = false;  // a column `class` holds sub-folders: classes, whatever they are called
};

}  // namespace tfrec
