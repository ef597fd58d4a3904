// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "dataset/folder/image_folder.hpp"
#include "dataset/folder/image_naming.hpp"
#include "dataset/splits/split_column.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

/// The table of a set without CSV, one row per image in the folder's order: column "image" (the relative
/// path) and, where the images lie in sub-folders, "class" (the first-level sub-folder). `folder` must
/// outlive the table. Throws Error (bad_data) if some images lie in sub-folders and some do not, or where
/// two paths lead to one folder.
std::unique_ptr<Table> folder_table(const ImageFolder& folder);

/// One column, "image", wherever the images lie; its values name them in the form `naming`.
std::unique_ptr<Table> flat_table(const ImageFolder& folder, ImageNaming naming);

/// The same for a folder whose first level are splits (see recognise_split_folders): columns "image", "class"
/// (the second level) if there is one, and last "split" (the first level). Throws Error (bad_data) if
/// some images lie in a class and some do not, or where two paths lead to one folder.
std::unique_ptr<Table> split_folder_table(const ImageFolder& folder, const SplitFolders& splits);

/// A sentence for people where the first-level sub-folders hardly are the classes: there is only one and it
/// has sub-folders itself, or several contain folders of the same names, as splits do.
std::optional<std::string> doubt_about_folder_classes(const ImageFolder& folder);

}  // namespace tfrec
