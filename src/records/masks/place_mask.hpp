// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "image/png/png_samples.hpp"
#include "image/resize_options.hpp"
#include "records/masks/mask_rules.hpp"

namespace tfrec {

/// How ids are stored.
struct StoredIds {
  std::uint16_t padding = 255;
  int bits = 8;
};

/// The ids of a stored mask from those of its file, which lies as `orientation` (EXIF 2.32, tag 0x0112)
/// states: nearest neighbour, see make_mask(). Ids fit into the bits.
void place_mask(const StoredSamples& ids, int orientation, const Placement& at, StoredIds stored,
                StoredSamples& placed);

MaskPixels pixels_by_id(const StoredSamples& ids);

}  // namespace tfrec
