// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pipeline/source_rows.hpp"

namespace tfrec {

/// Masks would become a class of their own, and lossy JPEGs. Throws Error (bad_data) where some of the images
/// look like the masks of others: by their names, or by their names and what their headers hold. `from_csv`:
/// rows name them, which the hint is about.
void require_no_masks(const SourceRows& rows, bool from_csv);

}  // namespace tfrec
