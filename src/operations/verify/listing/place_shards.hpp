// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "operations/verify/listing/listing.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Where a set's shards lie in a bucket, by their names.
struct PlacedShards {
  std::string prefix;  // what all names begin with: "gs://bucket/flowers/"; empty: the bucket's root, or none
  std::vector<std::vector<std::size_t>>
      objects;  // of each shard, those with its name: indexes into the listing

  /// Another prefix, below which objects have names of the set's shards, too.
  struct Other {
    std::string prefix;
    std::size_t shards = 0;
    std::size_t different = 0;  // in size or checksum
  };
  std::vector<Other> others{};  // those of most shards first

  bool has_any() const;
};

/// Finds the prefix below which most of the shards lie; of equal ones that with the most shards of equal size
/// and checksum, then the shortest.
PlacedShards place_shards(const std::vector<ManifestShard>& shards, const Listing& listing);

}  // namespace tfrec
