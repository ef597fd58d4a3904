// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dataset/table/table.hpp"

namespace tfrec {

/// The numbers of the columns that an option lists. Throws Error (usage) as column_named() does; the hint is
/// the whole list with the nearest names.
std::vector<std::size_t> columns_named(const Table& table, const std::vector<std::string>& names,
                                       const std::string& option);

}  // namespace tfrec
