// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/rejected.hpp"
#include "dataset/samples/samples.hpp"
#include "image/decode_options.hpp"
#include "records/image/pixel_sums.hpp"
#include "records/masks/mask_rules.hpp"

namespace tfrec {

/// What one sample became in one variant of the set.
struct RecordVariant {
  std::string frame;  // of the record
  std::vector<std::uint64_t>
      shape;                 // of raw values: height, width, channels; empty if no feature needs pixels
  bool copied = false;       // the source's bytes were kept
  bool enlarged = false;     // a side was scaled by more than 1
  bool stretched = false;    // one side was scaled by over 5 % more than the other
  bool reencoded = false;    // the image is stored as a JPEG or PNG made anew
  PixelSums sums{};          // of what readers decode, where statistics are wanted
  MaskPixels mask_pixels{};  // of the stored mask
};

/// What became of one sample.
struct MadeRecord {
  std::vector<RecordVariant> variants;  // one per variant of the set; not set if the image was rejected
  std::optional<Rejected> rejected;     // why the image is bad; then it is left out of all sets
  DecodeReport report;                  // where a feature needs pixels
  MaskRemarks mask;
  std::uint64_t source_bytes = 0;
  std::uint32_t source_crc32c = 0;  // of the image file

  std::uint64_t frame_bytes() const {
    std::uint64_t bytes = 0;
    if (rejected) return bytes;
    for (const RecordVariant& variant : variants) bytes += variant.frame.size();
    return bytes;
  }
};

/// Records made ahead of the main pass; each is used once.
using MadeAhead = std::unordered_map<SampleIndex, MadeRecord>;

}  // namespace tfrec
