// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "dataset/folder/image_folder.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

struct ImageColumn {
  std::size_t column = 0;
  /// "column 'image_id' names the images (--image-column)": how it was guessed; empty if it was given.
  std::string note;
};

/// How usual a name is for what names images: 0 for "image", more for "file_name" or "id"; case and what
/// parts words don't count. Nothing for other names.
std::optional<std::size_t> usual_image_name_rank(std::string_view name);

/// The column that points to the images: the one called `named` (Error, usage, if there is none), else a
/// guess by the usual names (image, image_id, file_name, …) and by which column's values match images. Throws
/// Error (bad_data) where nothing matches or several columns do equally, and where the header itself looks
/// like a row.
ImageColumn find_image_column(const Table& table, const ImageFolder& folder,
                              const std::optional<std::string>& named = std::nullopt);

}  // namespace tfrec
