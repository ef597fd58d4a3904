// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/indexes.hpp"

namespace tfrec {

class InputFile;

/// Rows with named columns: a labels CSV, or what the names of image folders contain. A row takes few bytes
/// of memory; its cells are read from the file when they are needed.
class Table {
 public:
  /// Cells are bytes as they are in the source (no trimming, no re-coding), valid during the call only.
  using Visit = std::function<void(RowIndex row, std::span<const std::string_view> cells)>;

  virtual ~Table() = default;

  /// The CSV or the folder of images, for messages.
  virtual std::string source() const = 0;

  /// The CSV; null for rows from a folder.
  virtual const InputFile* file() const { return nullptr; }

  /// Names in order; none is empty, none comes twice.
  virtual const std::vector<std::string>& columns() const = 0;
  virtual std::size_t rows() const = 0;

  /// Cells of one row in column order. Safe to call from several threads.
  virtual std::vector<std::string> cells(RowIndex row) const = 0;
  /// Those of several rows. Rows that follow each other are read at once.
  virtual std::vector<std::vector<std::string>> cells_of(std::span<const RowIndex> rows) const;

  /// Visits all rows in order, in one streaming pass.
  virtual void for_each(const Visit& visit) const = 0;

  /// The line of the CSV on which the row starts (the header is line 1). Rows that do not come from a file
  /// count from 1.
  virtual FileLine line(RowIndex row) const = 0;

  /// Whether cells differ from those of the file, which were neutralised for spreadsheets.
  virtual bool restores_cells() const { return false; }

  /// The row for Error's path: "labels.csv:17", or the image's path where rows come from a
  /// folder.
  virtual std::string place(RowIndex row) const = 0;
};

/// "'image', 'label', 'rating'", cut short if there are many, safe to print.
std::string listed_columns(const Table& table);

/// The number of the column called exactly `name`. Throws Error (usage) that lists the columns, with the
/// nearest one as hint; `option` ("--image-column") is named in both.
std::size_t column_named(const Table& table, std::string_view name, std::string_view option);

/// Up to 1,000 rows from all over the table, fewer if it has many columns.
std::vector<RowIndex> rows_to_sample(const Table& table);

}  // namespace tfrec
