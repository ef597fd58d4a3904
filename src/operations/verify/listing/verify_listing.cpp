// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/listing/verify_listing.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "operations/verify/listing/compare_listing.hpp"
#include "operations/verify/listing/listing_stream.hpp"
#include "shards/shard_files.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// Adds the set of a manifest; false if it is another program's.
bool add_set(const fs::path& file, std::vector<ShardSet>& sets) {
  ShardSet set;
  set.folder = file.parent_path();
  set.manifest = read_own_manifest(file);
  if (!set.manifest) return false;
  sets.push_back(std::move(set));
  return true;
}

/// The manifest in the folder, else all beneath it.
std::vector<fs::path> manifests_in(const fs::path& folder) {
  std::error_code failed;
  if (fs::is_regular_file(folder / k_manifest_name, failed)) return {folder / k_manifest_name};
  std::vector<fs::path> files = entries_beneath(folder).files;
  std::erase_if(files, [](const fs::path& file) { return file.filename() != k_manifest_name; });
  return files;
}

void add_sets(const fs::path& path, std::vector<ShardSet>& sets) {
  const bool is_folder = fs::is_directory(path);
  const std::size_t before = sets.size();
  if (is_folder) {
    for (const fs::path& file : manifests_in(path)) add_set(file, sets);
  } else if (path.extension() == ".json") {
    add_set(path, sets);
  }
  if (sets.size() > before) return;
  throw Error(ErrorKind::usage, path.string(),
              is_folder ? "contains no manifest.json of tfrec" : "is not a manifest.json of tfrec",
              "--listing needs the manifest alone: give it, or its folder");
}

}  // namespace

VerifyResult verify_listing(const VerifyOptions& options) {
  std::vector<ShardSet> sets;
  for (const std::string& argument : options.paths) {
    for (const fs::path& path : paths_of(argument)) add_sets(path, sets);
  }
  ListingStream stream(options.listing);
  const Listing listing = read_listing(stream, stream.name());
  VerifyResult result;
  ListingComparison comparison(listing, result);
  for (const ShardSet& set : sets) comparison.add(set);
  comparison.finish();
  return result;
}

}  // namespace tfrec
