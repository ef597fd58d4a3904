// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "dataset/table/table.hpp"
#include "records/layout/record_layout.hpp"

namespace tfrec {

/// The manifest records classes and columns by name. What it cannot hold exactly would be another name, or
/// one that two classes share. Throws Error (bad_data) for a name that is not UTF-8; for a class, with the
/// first row that has it.
void require_utf8(const RecordLayout& layout, const Table& table, std::size_t image_column);

}  // namespace tfrec
