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

/// --drop-missing: moves rows without a value in one of its columns, or with a text where the layout needs a
/// number, from `input` and `join` to `input.left_out`, and warns of them. Throws Error: usage if there is no
/// such column, bad_data if no row is left.
void drop_missing(BuildInput& input, Join& join, const BuildOptions& options, const EarlierSet* earlier,
                  Observer& observer);

/// The columns of --drop-missing in the order of the table: any other order gives the same set.
std::string sorted_columns(const Table& table, const std::string& columns);

/// Keeps these rows, ascending, of `input` and of the images in `join`.
void keep_rows(BuildInput& input, Join& join, const std::vector<RowIndex>& rows);

}  // namespace tfrec
