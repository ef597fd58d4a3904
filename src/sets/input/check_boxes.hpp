// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dataset/table/table.hpp"
#include "sets/options/build_options.hpp"
#include "sets/options/earlier_set.hpp"

namespace tfrec {

/// Boxes are not moved with the image. Throws Error (usage) if the table has columns of boxes, unless each
/// feature is named, by --feature or by an `earlier` set, and those made from boxes are beside images that
/// keep their size and orientation.
void require_no_boxes(const BuildOptions& options, const EarlierSet* earlier, const Table& table);

}  // namespace tfrec
