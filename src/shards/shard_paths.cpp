// SPDX-License-Identifier: Apache-2.0
#include "shards/shard_paths.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "shards/names/index_file.hpp"
#include "shards/names/shard_name.hpp"
#include "shards/publish/existing_set.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t k_most_skipped = 1000;  // files of a folder that are looked into

/// Indexes, lists of classes and the like.
bool is_beside_shards(const std::string& file_name) {
  return is_index_name(file_name) || (is_file_of_set(file_name) && !has_shard_name(file_name));
}

bool holds_records(const fs::path& file) {
  try {
    return begins_with_record(InputFile(file));
  } catch (const Error&) {  // not a shard as far as one can see
    return false;
  }
}

/// One spelling of each path for comparisons, whatever links lead to its folder.
class PathKeys {
 public:
  const std::string& of_folder(const fs::path& folder) {
    const auto [at, fresh] = m_folders.try_emplace(folder.string());
    if (fresh) at->second = real_path(folder).string();
    return at->second;
  }
  /// A name keeps itself where it is a link: a folder may hold a file under two names.
  std::string of_file(const fs::path& file) {
    return (fs::path(of_folder(parent_folder(file))) / file.filename()).string();
  }

 private:
  std::map<std::string, std::string> m_folders;
};

/// The sets met so far, and what they list.
class Sets {
 public:
  Sets(std::vector<ShardSet>& sets, PathKeys& keys) : m_sets(sets), m_keys(keys) {}

  /// The set whose manifest lies in `folder`, read on the first call.
  std::optional<std::size_t> in(const fs::path& folder) {
    const auto [at, fresh] = m_by_folder.try_emplace(m_keys.of_folder(folder));
    if (fresh) at->second = load(folder);
    return at->second;
  }

  std::optional<std::size_t> entry(std::size_t set, const fs::path& shard) const {
    const auto found = m_entries[set].find(m_keys.of_file(shard));
    return found == m_entries[set].end() ? std::nullopt : std::optional(found->second);
  }

  /// The sets that have shards in the folder of a file: readers take it for one of them.
  const std::set<std::size_t>& sets_beside(const fs::path& file) const {
    static const std::set<std::size_t> none;
    const auto found = m_sets_in.find(m_keys.of_folder(parent_folder(file)));
    return found == m_sets_in.end() ? none : found->second;
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
    m_sets_in[m_keys.of_folder(folder)].insert(m_sets.size());
    if (set.manifest) {
      for (const std::string& below : set.manifest->shard_folders())
        m_sets_in[m_keys.of_folder(folder / below)].insert(m_sets.size());
      for (std::size_t i = 0; i < set.manifest->shards.size(); ++i) {
        entries.emplace(m_keys.of_file(folder / set.manifest->shards[i].path), i);
      }
    }
    m_entries.push_back(std::move(entries));
    m_sets.push_back(std::move(set));
    return m_sets.size() - 1;
  }

  std::vector<ShardSet>& m_sets;
  PathKeys& m_keys;
  std::vector<std::map<std::string, std::size_t>> m_entries;
  std::map<std::string, std::set<std::size_t>> m_sets_in;  // their own folders and those of their shards
  std::map<std::string, std::optional<std::size_t>> m_by_folder;
};

class Finder {
 public:
  explicit Finder(Observer& observer) : m_observer(observer) {}

  void add_argument(const std::string& argument) {
    std::vector<fs::path> matches = paths_of(argument);
    if (matches.front() != argument) skip_side_files(argument, matches);
    for (const fs::path& path : matches) {
      ++m_argument;
      if (is_folder(path)) {
        add_folder(path);
      } else {
        add_shard(path, {});
      }
    }
  }

  FoundShards take() {
    for (ShardSet& set : m_found.sets) find_missing(set);
    for (FoundShard& shard : m_found.shards) find_strays(shard);
    m_found.unfinished = m_unfinished.take();
    return std::move(m_found);
  }

 private:
  /// "shards/*" matches indexes, lists of classes and the like, too.
  void skip_side_files(const std::string& pattern, std::vector<fs::path>& matches) {
    const std::size_t skipped = std::erase_if(matches, [](const fs::path& path) {
      return is_beside_shards(path.filename().string()) && !is_folder(path);
    });
    if (matches.empty())
      throw Error(ErrorKind::bad_data, pattern, "matches files beside shards, but no shards");
    if (skipped > 0) {
      m_observer.detail(printable(pattern) + ": " + counted(skipped, "file", "files") +
                        " beside shards skipped");
    }
  }

  /// Shards under other names would be missed without a word.
  void report_records(const fs::path& folder, std::vector<fs::path> skipped) {
    std::erase_if(skipped, [](const fs::path& file) { return !holds_records(file); });
    if (skipped.empty()) return;
    m_observer.warning(
        printable(folder.string()) + ": skipped " + counted(skipped.size(), "file", "files") +
        " with records, but without the name of a shard: " + printable(skipped.front().string()) +
        (skipped.size() > 1 ? ", …" : "") + "; give such files by name");
  }

  void add_folder(const fs::path& folder) {
    const std::size_t before = m_found.shards.size();
    const std::size_t seen_before = m_repeats;
    m_folders.push_back(m_keys.of_folder(folder));
    const FolderEntries entries = entries_beneath(folder);
    for (const fs::path& link : entries.links) m_folders.push_back(m_keys.of_folder(link));
    const bool is_unfinished = m_unfinished.look_at(folder, entries.staging);
    std::vector<fs::path> skipped;
    for (const fs::path& file : entries.files) {
      const std::string name = file.filename().string();
      if (has_shard_name(name) || belongs(file).entry) {
        add_shard(file, folder);
      } else if (!is_beside_shards(name) && skipped.size() < k_most_skipped) {
        skipped.push_back(file);
      }
    }
    report_records(folder, skipped);
    for (const OddEntry& entry : entries.others) {
      if (has_shard_name(entry.path.filename().string())) m_found.odd_entries.push_back(entry);
    }
    if (m_found.shards.size() > before || m_repeats > seen_before || misses_shards(folder) || is_unfinished)
      return;
    if (!entries.staging.empty()) {
      throw Error(ErrorKind::bad_data, folder.string(), "contains an unfinished build, but no shards",
                  "complete it: run the same `tfrec build` again, or `tfrec finish PLAN -o " +
                      shell_path(folder.string()) + "` after the last part of a plan");
    }
    throw Error(ErrorKind::bad_data, folder.string(), "contains no shards",
                "shards end in .tfrec, .tfrecord, .tfrecords, .record or -00000-of-00005 (also with .gz); "
                "give others by name");
  }

  /// `folder` is the one that was asked for as a whole; empty if the shard was.
  void add_shard(const fs::path& path, const fs::path& folder) {
    FoundShard shard = belongs(path);
    shard.from_folder = !folder.empty();
    shard.below = shard.from_folder ? path.lexically_relative(folder) : path.filename();
    const auto first = first_of(path);
    FoundShard* const known = first ? &m_found.shards[*first] : nullptr;
    // A file that two manifests list is a shard of each.
    const bool is_other_entry = known != nullptr && shard.entry && known->entry &&
                                (shard.set != known->set || shard.entry != known->entry);
    if (known != nullptr && !is_other_entry) {
      ++m_repeats;
      // Of two paths to one file, the one by which a manifest lists it.
      if (shard.entry && !known->entry) *known = std::move(shard);
      return;
    }
    m_unfinished.look_above(path);
    m_found.shards.push_back(std::move(shard));
  }

  /// The shard by which an earlier argument led to the same file. Within one folder each name counts, as it
  /// does for a reader's glob: a file under two names is read twice, and reported as repeated records.
  std::optional<std::size_t> first_of(const fs::path& path) {
    const std::string key = m_keys.of_file(path);
    m_seen.insert(key);
    const Place place{m_argument, fs::path(key), m_found.shards.size()};
    const FileId file = file_id(path);
    if (file == FileId{}) return std::nullopt;  // gone meanwhile
    const auto [first, fresh] = m_files.try_emplace(file, place);
    if (fresh || first->second.argument == m_argument) return std::nullopt;
    const fs::path& there = first->second.path;
    const bool is_repeat = there == key || there.parent_path() != fs::path(key).parent_path();
    return is_repeat ? std::optional(first->second.shard) : std::nullopt;
  }

  /// The shard with its set: the one of its own folder, or of a folder above that lists it or other shards
  /// beside it. Where the path leads through links, also those of the folder that the file is in.
  FoundShard belongs(const fs::path& path) {
    FoundShard shard{path, {}, {}, false, {}};
    find_set(path, shard);
    if (shard.entry) return shard;
    if (const fs::path real = real_path(path); real != m_keys.of_file(path) || !shard.set)
      find_set(real, shard);
    return shard;
  }

  void find_set(const fs::path& path, FoundShard& shard) {
    fs::path folder = parent_folder(path);
    for (int above = 0; above <= k_set_depth && !shard.entry; ++above) {
      if (const auto set = m_sets.in(folder)) {
        const auto entry = m_sets.entry(*set, path);
        if (entry || (!shard.set && m_sets.sets_beside(path).contains(*set))) {
          shard.set = set;
          shard.entry = entry;
        }
      }
      folder = folder_above(folder);
    }
  }

  bool misses_shards(const fs::path& folder) {
    const auto set = m_sets.in(folder);
    return set && m_found.sets[*set].manifest && !m_found.sets[*set].manifest->shards.empty();
  }

  void find_missing(ShardSet& set) {
    if (!set.manifest) return;
    set.from_folder = is_asked_for(m_keys.of_file(set.manifest_file()));
    for (std::size_t i = 0; i < set.manifest->shards.size(); ++i) {
      const std::string key = m_keys.of_file(set.folder / set.manifest->shards[i].path);
      if (is_asked_for(key) && !m_seen.contains(key) && !take_renamed(set, i)) set.missing.push_back(i);
    }
  }

  /// A set in whose folder it is, but which does not list it: the shard's own, or another.
  void find_strays(FoundShard& shard) {
    std::set<std::size_t> sets = m_sets.sets_beside(shard.path);
    if (shard.set) sets.insert(*shard.set);
    for (const std::size_t set : sets) {
      const bool is_listed = shard.set == set ? shard.entry.has_value() : !!m_sets.entry(set, shard.path);
      if (!is_listed && m_found.sets[set].manifest) shard.stray_in = set;
    }
  }

  /// A shard whose name has another count than the manifest's is that shard.
  bool take_renamed(const ShardSet& set, std::size_t entry) {
    const fs::path listed = set.folder / set.manifest->shards[entry].path;
    const std::string key =
        m_keys.of_file(listed.parent_path() / name_without_count(listed.filename().string()));
    const auto of_set = static_cast<std::size_t>(&set - m_found.sets.data());
    for (FoundShard& shard : m_found.shards) {
      if (shard.entry || (shard.set && *shard.set != of_set)) continue;
      if (m_keys.of_file(shard.path.parent_path() / name_without_count(shard.file_name())) != key) continue;
      shard.set = of_set;
      shard.entry = entry;
      return true;
    }
    return false;
  }

  /// Whether a file lies in a folder that was asked for as a whole.
  bool is_asked_for(const std::string& key) const {
    return std::any_of(m_folders.begin(), m_folders.end(), [&](const std::string& folder) {
      return key.starts_with(folder == "/" ? folder : folder + "/");
    });
  }

  /// Where a file was first met: by which path of the arguments, and its key.
  struct Place {
    std::size_t argument;
    fs::path path;
    std::size_t shard;
  };

  Observer& m_observer;
  FoundShards m_found;
  PathKeys m_keys;
  Sets m_sets{m_found.sets, m_keys};
  UnfinishedSets m_unfinished;
  std::set<std::string> m_seen;
  std::map<FileId, Place> m_files;
  std::size_t m_argument = 0;
  std::size_t m_repeats = 0;
  std::vector<std::string> m_folders;  // keys of those asked for as a whole, and of links beneath them
};

}  // namespace

const ManifestShard* FoundShards::listed(const FoundShard& shard) const {
  if (!shard.set || !shard.entry) return nullptr;
  return &sets[*shard.set].manifest->shards[*shard.entry];
}

std::optional<std::uint64_t> FoundShards::expected_records(const FoundShard& shard) const {
  if (const ManifestShard* entry = listed(shard)) return entry->records;
  const auto named = count_in_name(shard.file_name());
  return named && *named <= k_most_records ? named : std::nullopt;  // more can't be in a file
}

FoundShards find_shards(std::span<const std::string> paths, Observer& observer) {
  Finder finder(observer);
  for (const std::string& argument : paths) finder.add_argument(argument);
  return finder.take();
}

}  // namespace tfrec
