// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/join/join.hpp"
#include "sets/input/build_input.hpp"

namespace tfrec {

inline constexpr const char* k_left_out_header = "row,image,action\r\n";

/// left-out.csv: RFC 4180. No cell begins with a character that a spreadsheet takes for a formula.
std::string left_out_csv(const std::vector<LeftOutRow>& rows);

/// --drop-missing: keeps the rows of `input` and `join` without an empty cell in one of these columns, adds
/// the others to `input.left_out` and reports how many there are. `columns` is a list with commas. Throws
/// Error: usage if there is no such column, bad_data if no row is left.
void drop_missing(BuildInput& input, Join& join, const std::string& columns, Observer& observer);

/// Keeps these rows, ascending, of `input` and `join`.
void keep_rows(BuildInput& input, Join& join, const std::vector<RowIndex>& rows);

}  // namespace tfrec
