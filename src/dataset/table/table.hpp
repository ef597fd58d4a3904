// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec {

/// Rows with named columns: a labels CSV, or what the folders of the images say. Rows are few bytes in
/// memory, their cells stay where they are (in the file) until asked for.
class Table {
 public:
  /// Cells are bytes as they are in the source (no trimming, no re-coding), valid during the call only.
  using Visit = std::function<void(std::size_t row, std::span<const std::string_view> cells)>;

  virtual ~Table() = default;

  /// The CSV or the folder of images, for messages.
  virtual std::string source() const = 0;

  /// Names in order; none is empty, none comes twice.
  virtual const std::vector<std::string>& columns() const = 0;
  virtual std::size_t rows() const = 0;

  /// Cells of one row in column order. Safe to call from several threads.
  virtual std::vector<std::string> cells(std::size_t row) const = 0;

  /// Visits all rows in order, in one streaming pass.
  virtual void for_each(const Visit& visit) const = 0;

  /// The row's number for people: the line of the CSV on which it starts (the header is line 1), or its
  /// 1-based place.
  virtual std::uint64_t number(std::size_t row) const = 0;

  /// Whether cells differ from those of the file, which were neutralised for spreadsheets.
  virtual bool restores_cells() const { return false; }

  /// Where the row stands, for Error's path: "labels.csv:17", or the image's path where rows come from a
  /// folder.
  virtual std::string place(std::size_t row) const = 0;
};

/// "'image', 'label', 'rating'", cut short if there are many, safe to print.
std::string listed_columns(const Table& table);

/// The number of the column called exactly `name`. Throws Error (usage) that lists the columns, with the
/// nearest one as hint; `option` ("--image-column") is named in both.
std::size_t column_named(const Table& table, std::string_view name, std::string_view option);

}  // namespace tfrec
