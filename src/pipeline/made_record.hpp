// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/rejected.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

/// What became of one source row.
struct MadeRecord {
  std::string frame;                 // the record's frame; meaningless where it was rejected
  std::optional<Rejected> rejected;  // why the image is bad
  Extent picture_size;               // as stored; 0×0 where no feature needs pixels
  std::uint64_t source_bytes = 0;
  std::uint32_t source_crc32c = 0;  // of the image file
};

/// Records made ahead of the main pass, by source row; each is used once.
using MadeAhead = std::unordered_map<std::uint32_t, MadeRecord>;

}  // namespace tfrec
