// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/listing/verify_listing.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "operations/verify/listing/compare_listing.hpp"
#include "operations/verify/listing/listing_stream.hpp"
#include "shards/shard_files.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// The sets of the arguments; a manifest that several arguments lead to counts once.
class Sets {
 public:
  /// Adds the sets of an argument's folder or manifest.
  void add(const fs::path& path);
  const std::vector<ShardSet>& all() const { return m_sets; }

 private:
  /// False if the manifest is another program's.
  bool add_manifest(const fs::path& file);

  std::vector<ShardSet> m_sets;
  std::set<fs::path> m_seen;
  bool m_has_shards = false;  // of the argument
};

bool Sets::add_manifest(const fs::path& file) {
  ShardSet set;
  set.folder = file.parent_path();
  set.manifest = read_own_manifest(file);
  if (!set.manifest) return false;
  m_has_shards = m_has_shards || !set.manifest->shards.empty();
  if (m_seen.insert(real_path(file)).second) m_sets.push_back(std::move(set));
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

void Sets::add(const fs::path& path) {
  const bool is_folder = fs::is_directory(path);
  bool has_any = m_has_shards = false;
  if (is_folder) {
    for (const fs::path& file : manifests_in(path)) has_any = add_manifest(file) || has_any;
  } else if (path.extension() == ".json") {
    has_any = add_manifest(path);
  }
  if (has_any && !m_has_shards) throw Error(ErrorKind::bad_data, path.string(), "contains no shards");
  if (has_any) return;
  throw Error(ErrorKind::usage, path.string(),
              is_folder ? "contains no manifest.json of tfrec" : "is not a manifest.json of tfrec",
              "--listing checks against the manifest: give only it, or its folder");
}

}  // namespace

VerifyResult verify_listing(const VerifyOptions& options) {
  Sets sets;
  for (const std::string& argument : options.paths) {
    for (const fs::path& path : paths_of(argument)) sets.add(path);
  }
  ListingStream stream(options.listing);
  const Listing listing = read_listing(stream, stream.name());
  VerifyResult result;
  ListingComparison comparison(listing, result);
  for (const ShardSet& set : sets.all()) comparison.add(set);
  comparison.finish();
  return result;
}

}  // namespace tfrec
