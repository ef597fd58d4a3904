// SPDX-License-Identifier: Apache-2.0
// Splits that the input already has: a column of the table, or the first-level folders of the images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/table/table.hpp"

namespace tfrec {

/// Splits by name, sorted bytewise, and which one each row (or image) is in.
struct GivenSplits {
  std::vector<std::string> names;
  std::vector<std::uint16_t> split_of_row;
};

/// --split-column: the distinct values of a column are the splits' names. With names in `dealt` (--split),
/// these are splits too, and a row whose cell is empty has k_no_split. Throws Error, naming the row where
/// there is one: bad_data if a cell is empty without `dealt`, no name for a folder (see
/// problem_of_split_name), or two names differ in case alone; usage if there are more than k_most_splits.
GivenSplits splits_of_column(const Table& table, std::size_t column, std::span<const std::string> dealt = {});

/// Whether a folder of that name usually holds a split: train, training, trainval, val, valid, validation,
/// dev, test, testing, eval, holdout, in any case, also with "set", "_set" or "-set" behind.
bool is_split_folder_name(std::string_view name);

/// Split folders given as IMAGES. Beneath them lie the classes, or the images themselves.
struct SplitFolders {
  GivenSplits splits;                         // one entry per image of ImageFolder::paths
  std::vector<std::uint64_t> in_classes;      // images of each split that lie in a sub-folder of it
  std::vector<std::uint64_t> not_in_classes;  // and those that do not: an unlabelled split, where it is all

  /// The second-level folder of an image's path, empty if there is none: "train/cat/1.jpg" -> "cat".
  static std::string_view class_of(std::string_view path);
};

/// The split folders, where all images (`paths` as in ImageFolder, sorted) lie in at least two first-level
/// folders that all have the name of a split and of which no two differ in case alone; else nothing.
std::optional<SplitFolders> recognise_split_folders(std::span<const std::string> paths);

}  // namespace tfrec
