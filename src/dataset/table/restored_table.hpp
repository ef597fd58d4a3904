// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "dataset/table/table.hpp"

namespace tfrec {

/// The table as it was before its cells were neutralised for spreadsheets, if it has the column that marks
/// that (k_escaped_column), which is dropped; any other table unchanged. Throws Error (bad_data) if two
/// columns are then called the same.
std::unique_ptr<Table> restore_cells(std::unique_ptr<Table> table);

}  // namespace tfrec
