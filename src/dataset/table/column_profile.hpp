// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/table/table.hpp"

namespace tfrec {

/// A column stops collecting its distinct values beyond this many (the contract's limit for classes by
/// itself).
inline constexpr std::size_t k_max_distinct = 1000;

struct DistinctValue {
  std::string value;
  std::uint64_t count = 0;
};

/// One value that decides about a column, with its row.
struct CellExample {
  RowIndex row;
  std::string value;
};

/// What one streaming pass finds in a column. Missing means is_missing(): such cells count nowhere
/// else.
struct ColumnProfile {
  std::string name;
  std::uint64_t rows = 0;
  std::uint64_t missing = 0;
  std::vector<RowIndex> missing_rows;  // the first 5
  std::uint64_t whole = 0;             // cells that are an int64
  std::uint64_t fractions = 0;         // numbers with a fraction or an exponent
  std::uint64_t numbers = 0;           // cells that are a number float32 can hold, whole ones among them
  std::uint64_t near_numbers = 0;      // cells that are nearly a number: "0,5", "12%"
  std::uint64_t padded = 0;            // cells that begin or end with a blank
  std::optional<CellExample> first_not_whole;
  std::optional<CellExample> first_not_number;
  std::optional<CellExample> first_near_number;
  std::optional<CellExample> first_padded;
  std::optional<CellExample> first_too_large;   // a whole number that int64 can't hold
  std::optional<CellExample> first_line_break;  // can't be a class: classes.txt has one a line
  bool leading_zeros = false;                   // "007": whole, but an int64 would not give it back
  std::vector<DistinctValue> distinct;          // in order of first appearance; empty if there are too many
  bool distinct_overflow = false;  // more than k_max_distinct, or of all columns more than 64 MiB

  std::uint64_t present() const { return rows - missing; }
  bool all_whole() const { return present() > 0 && whole == present(); }
  bool all_numbers() const { return present() > 0 && numbers == present(); }
  bool mostly_numbers() const { return present() > 0 && 2 * numbers >= present(); }
  /// Whether some value comes more than once (taken for granted if there are too many).
  bool any_repeats() const { return distinct_overflow || distinct.size() < present(); }
};

/// Whether the cell of a column counts in this row.
using CellCounts =
    std::function<bool(RowIndex row, std::size_t column, std::span<const std::string_view> cells)>;

/// Profiles all columns in one pass; all cells, or those that count.
std::vector<ColumnProfile> profile_columns(const Table& table, const CellCounts& counts = {});

}  // namespace tfrec
