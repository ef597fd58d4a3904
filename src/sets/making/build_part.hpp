// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "records/make/shard_store.hpp"
#include "sets/plan/fingerprint.hpp"
#include "sets/plan/prepare_build.hpp"

namespace tfrec {

/// What the main pass read.
struct MainPass {
  std::uint64_t images_read = 0;
  std::uint64_t bytes_read = 0;
};

/// Numbers of shards, ascending, part by part.
using ShardNumbers = std::vector<std::vector<std::size_t>>;

/// The number of samples of all parts.
std::uint64_t count_samples(const std::vector<BuildPart>& parts);

/// The whole set, as far as its parts are known.
Manifest whole_set(const std::vector<BuildPart>& parts);

/// Where the shards of each part are kept in a staging folder; the folders are made. `plan`: plan_hash().
std::vector<ShardStore> stores_of(const std::vector<BuildPart>& parts, const std::filesystem::path& staging,
                                  const std::string& plan);

ShardNumbers all_shards(const std::vector<BuildPart>& parts);
/// Those of `wanted` that are not there.
ShardNumbers missing_shards(const std::vector<BuildPart>& parts, const ShardNumbers& wanted);

/// Makes the `wanted` shards, where the disk has room for them. They go into the parts' `shards`.
MainPass make_shards(std::vector<BuildPart>& parts, const ShardNumbers& wanted,
                     const std::vector<ShardStore>& stores, Observer& observer);

/// Adds to each part's description what its shards came to; all of them must be there. Throws Error
/// (bad_data) where raw values of one set have several shapes.
void add_outcomes(std::vector<BuildPart>& parts);

/// Throws Error (bad_data) where --equal is asked for, and a shard has no good image.
void require_equal_shards(const std::vector<BuildPart>& parts);

/// checksum_of_sources() of all images.
std::string sources_of(const std::vector<BuildPart>& parts);

}  // namespace tfrec
