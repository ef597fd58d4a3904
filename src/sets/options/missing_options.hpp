// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dataset/table/table.hpp"
#include "records/layout/missing_values.hpp"
#include "sets/options/build_options.hpp"

namespace tfrec {

/// The values of --missing VALUE and --missing COLUMN=VALUE. A column's name may contain '='; the longest
/// that is a column counts. Under --like, whose table may lack columns, those that are not there are skipped.
/// Throws Error (usage) if there is no such column, or it is given twice.
MissingValues missing_values(const BuildOptions& options, const Table& table);

}  // namespace tfrec
