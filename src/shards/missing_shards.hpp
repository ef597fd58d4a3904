// SPDX-License-Identifier: Apache-2.0
// Shards that are missing by the names of the others, in sets without a manifest.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// The first shard that a series of names lacks, and how many it lacks.
struct MissingShard {
  std::filesystem::path path;  // without count and extension where these are unknown
  std::string message;         // printable
  bool from_folder = false;    // shards of the series were found in a folder that was asked for as a whole
  bool is_certain = false;     // by names that state how many there are; a gap may be meant
};

/// Of names such as x-00000-of-00008, all numbers must be there; of train00-20.tfrec, those between the first
/// and the last, if the first is 0 or 1: else they may be years. A file that was not asked for is there, too.
/// A single shard that was given by its path does not make the others wanted.
std::vector<MissingShard> missing_shards(const FoundShards& found);

/// A warning for each, and one for what has the name of a shard but is not a file, such as a broken link.
void warn_of_missing_shards(const FoundShards& found, Observer& observer);
/// A warning for each manifest that lists missing shards: the first, and how many they are.
void warn_of_missing_entries(const FoundShards& found, Observer& observer);
/// A warning for each gap that may be meant.
void warn_of_gaps(const FoundShards& found, Observer& observer);

}  // namespace tfrec
