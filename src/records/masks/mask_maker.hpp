// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/rejected.hpp"
#include "dataset/boxes/box.hpp"
#include "image/pixels.hpp"
#include "image/png/gray_png_writer.hpp"
#include "image/png/png_samples.hpp"
#include "image/resize_options.hpp"
#include "records/masks/mask_rules.hpp"

namespace tfrec {

/// A mask that was read, and as one variant of the set stores it. Kept by a worker from record to record.
struct MadeMask {
  std::string_view file;
  StoredSamples ids;         // as in the file
  bool is_upright = false;   // it lies as the upright image does, not as the stored one
  bool is_gray_png = false;  // its file can be stored with the samples as they are compressed there
  MaskPixels pixels_of_file;
  StoredSamples placed;
  GrayPngWriter writer;
  std::string png;
  MaskPixels pixels;  // of `png`
};

/// Reads the ids of a mask, whatever its size, and counts their pixels.
std::optional<Rejected> read_mask_ids(std::string_view file, const MaskRules& rules, MadeMask& mask);

/// Reads the ids of a mask and checks them and its size against its image's. Grey values and palette indices
/// are ids; colours are looked up.
std::optional<Rejected> read_mask(std::string_view file, const MaskRules& rules, const SourceFrame& image,
                                  MadeMask& mask, MaskRemarks& remarks);

/// Rotates, scales, crops and pads the mask as its image was, and writes it as PNG. A stored pixel in column
/// x of `scaled.width` has the id of the upright column floor((2x + 1) * upright width / (2 * scaled.width)),
/// the same for rows; padding has the ignored id.
void make_mask(const MaskRules& rules, const SourceFrame& image, const Placement& place, MadeMask& mask);

}  // namespace tfrec
