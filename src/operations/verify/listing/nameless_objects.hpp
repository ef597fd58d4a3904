// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "operations/verify/listing/listing.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Objects that a listing shows without their names, as `head-object` does: known by size and CRC32C alone.
/// Each is taken for one shard.
class NamelessObjects {
 public:
  explicit NamelessObjects(const Listing& listing);

  /// How many no shard has taken.
  std::uint64_t left() const { return m_count; }
  /// How many are more than the named objects of their size.
  std::uint64_t unlisted() const { return m_unlisted; }

  /// How many of these shards' sizes have the CRC32C of none of them, and no shard has taken them.
  std::uint64_t left_of_sizes(const std::vector<ManifestShard>& shards) const;

  /// Takes one of this size and CRC32C.
  bool take_equal(const ManifestShard& shard);

  enum class Match {
    none,       // no object of the size is left
    other,      // one of the size was taken, which has another CRC32C, or no valid one
    composite,  // one of the size was taken, whose CRC32C is one of checksums of parts
    unchecked,  // one of the size was taken, which has none
  };
  /// Takes one of this size, first those of another CRC32C. To be called when all equal ones are taken.
  Match take_of_size(const ManifestShard& shard);
  /// Takes one of this CRC32C and another size, which it returns. To be called when none of the size is left.
  std::optional<std::uint64_t> take_of_crc32c(const ManifestShard& shard);

 private:
  struct OfSize {
    std::map<std::uint32_t, std::uint64_t> by_crc32c;  // counts
    std::uint64_t invalid = 0;
    std::uint64_t composite = 0;
    std::uint64_t unchecked = 0;

    bool take(std::uint32_t crc32c);
  };

  void add(const ListedObject& object);
  void count_unlisted(const Listing& listing);

  std::map<std::uint64_t, OfSize> m_by_size;
  std::multimap<std::uint32_t, std::uint64_t> m_sizes;  // by CRC32C, also of those that are taken
  std::uint64_t m_count = 0;
  std::uint64_t m_unlisted = 0;
};

}  // namespace tfrec
