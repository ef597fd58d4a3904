// SPDX-License-Identifier: Apache-2.0
// Masks: images of class ids that belong to other images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shards/manifest/mask_pixels.hpp"

namespace tfrec {

/// Which way up masks are, where their image has an EXIF orientation.
enum class MaskOrientation : std::uint8_t {
  automatic,  // as the image is stored; upright where only that size is theirs
  stored,
  upright,
};

/// What people should know about a mask that is stored all the same.
struct MaskRemarks {
  bool black_and_white = false;  // its ids are 0 and 255
  bool upright = false;          // kept upright beside an image that is rotated
  bool antialiased = false;      // many ids with few pixels each
};

/// How the masks of a set are read and stored.
struct MaskRules {
  std::size_t companion = 0;  // where samples have the masks: a number of Samples::companions
  MaskOrientation orientation = MaskOrientation::automatic;
  std::uint16_t ignore = 255;                     // the id of padding
  int bits = 8;                                   // of stored ids: 8 or 16
  std::map<std::uint32_t, std::uint16_t> colors;  // 0xRRGGBB -> id; empty: colours are bad
  std::uint64_t max_pixels = UINT64_MAX;          // a mask with more is bad
  std::vector<bool> allowed;                      // by id; empty: all are

  bool allows(std::uint16_t id) const {
    return allowed.empty() || id == ignore || (id < allowed.size() && allowed[id]);
  }
};

}  // namespace tfrec
