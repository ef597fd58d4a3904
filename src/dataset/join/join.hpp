// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dataset/folder/image_folder.hpp"
#include "dataset/join/image_index.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

inline constexpr std::uint32_t k_no_image = UINT32_MAX;

/// Why a row has no image.
enum class NoImage : std::uint8_t {
  empty,      // the cell is empty
  not_found,  // nothing of that name
  ambiguous,  // several images of that name
  leaves,     // not below the folder, a ".." part, or through a link that leaves the folder: refused
};

struct UnmatchedRow {
  RowIndex row;
  NoImage reason = NoImage::not_found;
};

/// Which image each row means.
struct Join {
  IndexedVector<RowIndex, std::uint32_t>
      image_of_row;                     // number in the ImageFolder (see ImageFolder::path), or k_no_image
  std::vector<UnmatchedRow> unmatched;  // rows with k_no_image, ascending
  std::vector<std::uint32_t> dropped_images{};  // of rows that were dropped since
  std::uint64_t by_path = 0;                    // rows whose value is a relative path
  std::uint64_t by_name = 0;                    // … a file name
  std::uint64_t by_stem = 0;                    // … a path or name without its extension
};

/// What a cell means.
struct NamedImage {
  std::uint32_t image = k_no_image;
  NoImage reason = NoImage::not_found;               // with k_no_image
  ImageIndex::Key found_by = ImageIndex::Key::path;  // without
};

/// The image that a cell names, as join_images() finds it.
NamedImage image_named(std::string_view cell, const ImageFolder& folder, const ImageIndex& index);

/// Matches a column's values to images: first as path, absolute or relative to the folder ("./" and "\" for
/// "/" are forgiven), then as name, then as name (or path) without one of the known extensions. Files of
/// other extensions match by path or name only. Throws Error (bad_data) beyond 2^32 - 2 rows or files.
Join join_images(const Table& table, std::size_t image_column, const ImageFolder& folder);

/// The join of a table made from the folder: row i is image i.
Join each_row_its_image(const ImageFolder& folder);

}  // namespace tfrec
