// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "operations/verify/listing/listing.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Objects that a listing shows without their names, as `head-object` does: known by size and CRC32C alone.
/// Each is taken for one shard.
class NamelessObjects {
 public:
  explicit NamelessObjects(const Listing& listing);

  bool is_empty() const { return m_count == 0; }
  /// How many no shard has taken.
  std::uint64_t left() const { return m_count; }

  /// Takes one of this size and CRC32C.
  bool take_equal(const ManifestShard& shard);

  enum class Match {
    none,       // no object has the size
    other,      // all that have the size have another CRC32C
    composite,  // one of the size was taken, whose CRC32C is one of checksums of parts
    unchecked,  // one of the size was taken, which has none
  };
  /// Takes one of this size without a usable CRC32C. To be called when all equal ones are taken.
  Match take_unchecked(const ManifestShard& shard);

 private:
  struct OfSize {
    std::map<std::uint32_t, std::uint64_t> by_crc32c;  // counts
    std::uint64_t composite = 0;
    std::uint64_t unchecked = 0;
  };

  std::map<std::uint64_t, OfSize> m_by_size;
  std::uint64_t m_count = 0;
};

}  // namespace tfrec
