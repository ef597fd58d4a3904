// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "dataset/table/table.hpp"

namespace tfrec {

/// The table of some rows of another, ascending; they keep their lines and places.
std::unique_ptr<Table> select_rows(std::unique_ptr<Table> table, std::vector<RowIndex> rows);

}  // namespace tfrec
