// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/rejected.hpp"

namespace tfrec {

/// What became of one source row.
struct MadeRecord {
  std::string frame;                 // the record's frame; meaningless where it was rejected
  std::optional<Rejected> rejected;  // why the image is bad
  std::uint64_t source_bytes = 0;
  std::uint32_t source_crc32c = 0;  // of the image file
};

/// Records made ahead of the main pass, by source row; each is used once.
using MadeAhead = std::unordered_map<std::uint32_t, MadeRecord>;

}  // namespace tfrec
