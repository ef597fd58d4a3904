// SPDX-License-Identifier: Apache-2.0
// Staging folders of parts that were built in folders of their own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sets/making/build_part.hpp"

namespace tfrec {

/// The stores of a part's staging folder, which is not changed. `plan`: plan_hash().
std::vector<ShardStore> stores_in(const std::vector<BuildPart>& parts, const std::filesystem::path& staging,
                                  const std::string& plan);

/// Links the finished shards among `wanted` into other stores, or copies them to another file system. Throws
/// Error (machine).
void import_shards(const std::vector<ShardStore>& from, const std::vector<ShardStore>& to,
                   const ShardNumbers& wanted);

/// Removes these shards of the parts from a staging folder, and the folder if nothing is left in it.
void remove_shards(const std::vector<BuildPart>& parts, const std::filesystem::path& staging,
                   const ShardNumbers& shards, const std::string& plan);

/// Makes `target` appear whole, synced, with the content of another file, which is never whole in memory;
/// returns its bytes. Throws Error (interrupted or terminated) where a signal asks for a stop.
std::uint64_t copy_file_atomically(const std::filesystem::path& from, const std::filesystem::path& target);

}  // namespace tfrec
