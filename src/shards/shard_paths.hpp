// SPDX-License-Identifier: Apache-2.0
// From PATH arguments to shards: what every command that reads shards starts with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/publish/unfinished_sets.hpp"
#include "shards/shard_files.hpp"

namespace tfrec {

/// The set a manifest.json describes.
struct ShardSet {
  std::filesystem::path folder;      // of the manifest
  std::optional<Manifest> manifest;  // empty if it could not be read
  std::string problem;               // then why, without the path
  /// Entries of the manifest that lie in a folder that was asked for and whose file is not there.
  std::vector<std::size_t> missing;
  bool from_folder = false;  // the manifest lies in a folder that was asked for as a whole

  std::filesystem::path manifest_file() const { return folder / k_manifest_name; }
};

struct FoundShard {
  std::filesystem::path path;             // as given, or the folder given / what was found in it
  std::optional<std::size_t> set;         // index into FoundShards::sets
  std::optional<std::size_t> entry;       // of the set's manifest, by the name, at least without its count
  bool from_folder = false;               // found in a folder that was asked for as a whole
  std::filesystem::path below{};          // its path beneath that folder; else its name
  std::optional<std::size_t> stray_in{};  // a set with shards in the same folder that does not list this one

  std::string file_name() const { return path.filename().string(); }
};

struct FoundShards {
  std::vector<FoundShard> shards;  // in the order of the arguments, a folder's sorted by name
  std::vector<ShardSet> sets;
  std::vector<OddEntry> odd_entries;      // of shard names
  std::vector<UnfinishedSet> unfinished;  // sets that some of the shards are of, or that were asked for

  /// The entry of a shard in its manifest; null if no manifest lists it.
  const ManifestShard* listed(const FoundShard& shard) const;
  /// The records that a shard should contain, by its manifest or else its name.
  std::optional<std::uint64_t> expected_records(const FoundShard& shard) const;
};

/// Expands PATH arguments: a shard, a folder (searched recursively for shard names and for what its manifest
/// lists, never inside .tfrec-build), or a glob of the shell's kind (* ? [ ]). A shard belongs to the set of
/// the manifest.json beside it, or of one up to two folders above that lists it or others of its folder. A
/// manifest.json of another program is not a set. A file that several arguments lead to, through links of any
/// kind, is found once, unless two manifests list it. A folder that contains a file under two names gives
/// both. Throws Error: usage if a path does not exist, bad_data if one matches nothing. Index files that a
/// glob matches are skipped, and reported as a detail.
FoundShards find_shards(std::span<const std::string> paths, Observer& observer);

}  // namespace tfrec
