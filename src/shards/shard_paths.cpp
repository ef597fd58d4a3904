// SPDX-License-Identifier: Apache-2.0
#include "shards/shard_paths.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "base/error.hpp"
#include "shards/shard_files.hpp"
#include "shards/shard_name.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr int k_folders_above = 2;  // OUT/SIZE/SPLIT/shard: its manifest lies two folders above its own

/// One spelling of a path for comparisons; touches no disk but for the working folder.
std::string key_of(const fs::path& path) {
  std::error_code failed;
  std::string key = fs::absolute(path, failed).lexically_normal().string();
  while (key.size() > 1 && key.back() == '/') key.pop_back();
  return key;
}

fs::path above_of(const fs::path& folder) {
  const fs::path name = folder.filename();
  if (name.empty() && folder.has_relative_path()) return above_of(folder.parent_path());  // "out/"
  if (folder == ".") return "..";
  if (name == "." || name == "..") return folder / "..";
  return folder.has_parent_path() ? folder.parent_path() : fs::path(".");
}

/// The sets met so far, and what they list.
class Sets {
 public:
  explicit Sets(std::vector<ShardSet>& sets) : m_sets(sets) {}

  /// The set whose manifest lies in `folder`, read on the first call.
  std::optional<std::size_t> in(const fs::path& folder) {
    const auto [at, fresh] = m_by_folder.try_emplace(key_of(folder));
    if (fresh) at->second = load(folder);
    return at->second;
  }

  std::optional<std::size_t> entry(std::size_t set, const fs::path& shard) const {
    const auto found = m_entries[set].find(key_of(shard));
    return found == m_entries[set].end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::optional<std::size_t> load(const fs::path& folder) {
    ShardSet set;
    set.folder = folder;
    std::error_code failed;
    if (!fs::is_regular_file(set.manifest_file(), failed)) return std::nullopt;
    try {
      set.manifest = read_own_manifest(set.manifest_file());
      if (!set.manifest) return std::nullopt;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_data) throw;
      set.problem = error.message();
    }
    std::map<std::string, std::size_t> entries;
    if (set.manifest) {
      for (std::size_t i = 0; i < set.manifest->shards.size(); ++i) {
        entries.emplace(key_of(folder / set.manifest->shards[i].path), i);
      }
    }
    m_entries.push_back(std::move(entries));
    m_sets.push_back(std::move(set));
    return m_sets.size() - 1;
  }

  std::vector<ShardSet>& m_sets;
  std::vector<std::map<std::string, std::size_t>> m_entries;
  std::map<std::string, std::optional<std::size_t>> m_by_folder;
};

class Finder {
 public:
  void add_argument(const std::string& argument) {
    const std::vector<fs::path> matches = paths_of(argument);
    for (const fs::path& path : matches) {
      if (fs::is_directory(path)) {
        add_folder(path);
      } else {
        add_shard(path, {});
      }
    }
  }

  FoundShards take() {
    for (ShardSet& set : m_found.sets) find_missing(set);
    return std::move(m_found);
  }

 private:
  void add_folder(const fs::path& folder) {
    const std::size_t before = m_found.shards.size();
    const std::size_t seen_before = m_repeats;
    m_folders.push_back(key_of(folder));
    const FolderEntries entries = entries_beneath(folder);
    for (const fs::path& file : entries.files) {
      if (has_shard_name(file.filename().string()) || belongs(file).entry) add_shard(file, folder);
    }
    for (const auto& [path, what] : entries.others) {
      if (has_shard_name(path.filename().string())) m_found.odd_entries.push_back({path, what});
    }
    if (m_found.shards.size() > before || m_repeats > seen_before || misses_shards(folder)) return;
    throw Error(ErrorKind::bad_data, folder.string(), "holds no shards",
                "shards end in .tfrec, .tfrecord, .tfrecords or -00000-of-00005; give others by name");
  }

  /// `folder` is the one that was asked for as a whole; empty where the shard was.
  void add_shard(const fs::path& path, const fs::path& folder) {
    if (!m_seen.insert(key_of(path)).second) {
      ++m_repeats;
      return;
    }
    FoundShard& shard = m_found.shards.emplace_back(belongs(path));
    shard.from_folder = !folder.empty();
    shard.below = shard.from_folder ? path.lexically_relative(folder) : path.filename();
  }

  /// The shard with its set: the one of its own folder, or of a folder above that lists it.
  FoundShard belongs(const fs::path& path) {
    FoundShard shard{path, {}, {}, false, {}};
    fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    for (int above = 0; above <= k_folders_above; ++above) {
      if (const auto set = m_sets.in(folder)) {
        const auto entry = m_sets.entry(*set, path);
        if (above == 0 || entry) {
          shard.set = set;
          shard.entry = entry;
          return shard;
        }
      }
      folder = above_of(folder);
    }
    return shard;
  }

  bool misses_shards(const fs::path& folder) {
    const auto set = m_sets.in(folder);
    return set && m_found.sets[*set].manifest && !m_found.sets[*set].manifest->shards.empty();
  }

  void find_missing(ShardSet& set) const {
    if (!set.manifest) return;
    for (std::size_t i = 0; i < set.manifest->shards.size(); ++i) {
      const std::string key = key_of(set.folder / set.manifest->shards[i].path);
      const bool asked_for = std::any_of(m_folders.begin(), m_folders.end(), [&](const std::string& folder) {
        return key.starts_with(folder == "/" ? folder : folder + "/");
      });
      if (asked_for && !m_seen.contains(key)) set.missing.push_back(i);
    }
  }

  FoundShards m_found;
  Sets m_sets{m_found.sets};
  std::set<std::string> m_seen;
  std::size_t m_repeats = 0;
  std::vector<std::string> m_folders;
};

}  // namespace

const ManifestShard* FoundShards::listed(const FoundShard& shard) const {
  if (!shard.set || !shard.entry) return nullptr;
  return &sets[*shard.set].manifest->shards[*shard.entry];
}

FoundShards find_shards(std::span<const std::string> paths) {
  Finder finder;
  for (const std::string& argument : paths) finder.add_argument(argument);
  return finder.take();
}

}  // namespace tfrec
