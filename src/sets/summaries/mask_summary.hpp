// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "shards/manifest/mask_pixels.hpp"

namespace tfrec {

/// The masks of many records.
struct MaskSummary {
  struct Id {
    std::uint64_t pixels = 0;
    std::uint64_t images = 0;  // records with such a pixel
  };

  std::uint64_t masks = 0;
  std::uint64_t unread = 0;  // of them damaged, or too large to decode; the others are in `ids`
  std::uint64_t images = 0;  // records with a mask
  std::map<std::uint16_t, Id> ids;

  bool seen() const { return masks > 0; }
  /// Adds a record with masks; `counted` is the sum of those that could be read.
  void add(std::uint64_t record_masks, std::uint64_t record_unread, const MaskPixels& counted);
  void add(const MaskSummary& other);

  /// Of all ids.
  std::uint64_t pixels() const;
};

}  // namespace tfrec
