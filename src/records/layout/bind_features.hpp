// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/error.hpp"
#include "records/layout/layout_input.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// Binds features to their columns, makes the classes and checks every cell against its feature. Throws
/// Error: usage for an unknown column or a name given twice, bad_data with row and column for a missing or
/// malformed value or an unknown class. Reports to `observer` what --missing is stored for, and which
/// separator of labels was guessed.
RecordLayout bind_features(const LayoutInput& input, std::vector<FeatureSpec> features, Observer& observer);

/// The Error (usage) for a feature whose column `i` the table lacks, with the nearest one as hint.
Error no_such_column(const FeatureSpec& spec, std::size_t i, const Table& table);

}  // namespace tfrec
