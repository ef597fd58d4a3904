// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "records/masks/mask_rules.hpp"
#include "sets/options/build_options.hpp"

namespace tfrec {

/// Reads the files of --mask-colors and --mask-classes into what a manifest records. Throws Error: usage if a
/// file does not exist, bad_data where one is malformed.
void read_mask_files(MaskOptions& options);

/// The rules that options give, but for the companion. Throws Error (bad_data) if a recorded list is
/// malformed.
MaskRules mask_rules(const MaskOptions& masks, std::uint64_t max_pixels = UINT64_MAX);

}  // namespace tfrec
