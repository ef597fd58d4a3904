// SPDX-License-Identifier: Apache-2.0
// How the rows of one image become lists in its record (--record-per image).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/folder/image_naming.hpp"
#include "dataset/samples/samples.hpp"
#include "dataset/table/column_profile.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

struct RowLists {
  std::size_t image_column = 0;
  std::vector<bool> per_image;    // by column: stored once, from the image's first row
  std::uint64_t fewest_rows = 0;  // that add values, of any sample
  std::uint64_t most_rows = 0;
  bool has_unlisted = false;                // some sample has no row at all
  IndexedVector<RowIndex, bool> skipped{};  // rows of faulty boxes; empty if there are none
  std::uint64_t blank_rows = 0;    // whose cells outside the image and per-image columns are all empty
  std::uint64_t blank_images = 0;  // that have rows, all of them blank
  ImageNaming unlisted_naming = ImageNaming::path;  // how the names of such samples are stored

  /// Whether a row adds values to its image's lists: a cell outside the image and per-image columns is not
  /// empty.
  template <class Cells>
  bool adds_values(const Cells& cells) const {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!per_image[i] && !is_missing(cells[i])) return true;
    }
    return false;
  }
  template <class Cells>
  bool adds_values(RowIndex row, const Cells& cells) const {
    return (skipped.empty() || !skipped[row]) && adds_values(cells);
  }
};

/// The columns whose cells never differ within an image. The image column is always one: a sample is the
/// image, however rows spell its name.
std::vector<bool> constant_columns(const Samples& samples, std::size_t image_column);

/// The form in which most rows name images; path if two samples would have one name.
ImageNaming naming_of_unlisted(const Samples& samples, std::size_t image_column);

/// Throws Error (bad_data) that names both rows, if a cell of these columns differs within an image. `option`
/// is why it may not.
void require_constant(const Samples& samples, std::span<const std::size_t> columns, std::string_view option);

/// Profiles what records store: a cell of a per-image column counts in the first row of its image, others in
/// rows that add values.
std::vector<ColumnProfile> profile_lists(const Samples& samples, const RowLists& lists);

/// Counts the rows that add values, and those that are blank.
void count_rows(const Samples& samples, RowLists& lists);

}  // namespace tfrec
