// SPDX-License-Identifier: Apache-2.0
#include "operations/repair/repair_plan.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <system_error>

#include "base/error.hpp"
#include "base/files/folder_entries.hpp"
#include "base/files/real_path.hpp"
#include "base/text/printable.hpp"
#include "shards/names/set_files.hpp"
#include "shards/names/shard_name.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// The folder that was asked for and in which the shard was found.
fs::path asked_folder(const FoundShard& shard) {
  fs::path folder = shard.path;
  for (auto parts = std::distance(shard.below.begin(), shard.below.end()); parts > 0; --parts) {
    folder = folder.parent_path();
  }
  return folder.empty() ? "." : folder;
}

/// A folder around OUT is searched without OUT, as build does with images; else OUT must hold no input.
bool is_output_of_ours(const FoundShard& shard, const fs::path& out, const fs::path& given_out) {
  if (!lies_in(real_path(parent_folder(shard.path)), out)) return false;
  const fs::path asked = real_path(asked_folder(shard));
  if (shard.from_folder && asked != out && lies_in(out, asked)) return true;
  throw Error(ErrorKind::usage, given_out.string(), "contains shards to repair: " + shard.path.string(),
              "name another folder with -o");
}

/// Equal for files that are one shard of a set: what repair may write under one name.
fs::path key_of(const fs::path& below, const RepairOptions& options) {
  return below.parent_path() / repaired_name(below.filename().string(), 0, options);
}

/// Keys of all that is going to be written, with who writes it.
using Keys = std::map<fs::path, std::string>;

Keys keys_of(const FoundShards& found, const RepairPlan& plan, const RepairOptions& options) {
  Keys keys;
  const auto add = [&](const fs::path& below, const std::string& path) {
    const auto [owner, fresh] = keys.emplace(key_of(below, options), path);
    if (fresh) return;
    throw Error(
        ErrorKind::usage, path,
        "would be written under the same name as " + owner->second + ", or is the same shard of a set",
        "repair them one by one, or keep the names with --keep-names");
  };
  for (const std::size_t i : plan.shards) add(found.shards[i].below, found.shards[i].path.string());
  if (options.images.empty()) return keys;
  const ShardSet& set = found.sets[*plan.set];
  for (const std::size_t entry : set.missing) {
    const std::string& path = set.manifest->shards[entry].path;
    add(path, (set.folder / path).string());
  }
  return keys;
}

/// What is in a folder; nothing if there is none.
std::vector<fs::path> names_in(const fs::path& folder) {
  std::vector<fs::path> names;
  std::error_code failed;
  for (const fs::path& entry : entries_in(folder, failed)) names.push_back(entry.filename());
  const bool is_absent =
      failed == std::errc::no_such_file_or_directory || failed == std::errc::not_a_directory;
  if (failed && !is_absent) throw system_error(failed.value(), folder.string(), "cannot list");
  return names;
}

/// Files in OUT with these keys.
std::vector<std::string> files_in_the_way(const Keys& keys, const RepairOptions& options) {
  std::vector<std::string> files;
  std::set<fs::path> folders;
  for (const auto& [key, owner] : keys) {
    const fs::path folder = key.parent_path();
    if (!folders.insert(folder).second) continue;
    for (const fs::path& name : names_in(options.out / folder)) {
      if (keys.contains(key_of(folder / name, options))) files.push_back((folder / name).string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The set of which the shards are all that its folder has, each where its manifest has it; if only shards
/// were given or with --from, all that the manifest has.
std::optional<std::size_t> only_set(const FoundShards& found, const RepairPlan& plan,
                                    const RepairOptions& options) {
  std::optional<std::size_t> set;
  if (plan.shards.empty() && found.sets.size() == 1) set = 0;
  if (!plan.shards.empty()) set = found.shards[plan.shards.front()].set;
  if (!set || !found.sets[*set].manifest) return std::nullopt;
  for (const std::size_t i : plan.shards) {
    const FoundShard& shard = found.shards[i];
    if (shard.set != set || !shard.entry ||
        key_of(found.listed(shard)->path, options) != key_of(shard.below, options))
      return std::nullopt;
  }
  const bool counts_missing = !options.images.empty() || found.sets[*set].from_folder;
  const std::size_t missing = counts_missing ? found.sets[*set].missing.size() : 0;
  const bool is_whole = plan.shards.size() + missing == found.sets[*set].manifest->shards.size();
  return is_whole ? set : std::nullopt;
}

void require_writable(const std::string& name, const RepairOptions& options) {
  std::error_code failed;
  const fs::file_status status = fs::symlink_status(options.out / name, failed);
  if (!fs::exists(status)) return;
  const fs::path path = options.out / name;
  if (fs::is_directory(status)) {
    throw Error(ErrorKind::usage, path.string(), "is a folder, but a file is needed there",
                "name another folder with -o");
  }
  if (!options.overwrite) {
    throw Error(ErrorKind::usage, path.string(), "is there already",
                "use another -o, or replace it with --overwrite");
  }
  if (is_own_or_gone(options.out, name)) return;
  throw Error(ErrorKind::usage, path.string(), "is there already, and is not a file of tfrec",
              "move it away, or use another -o");
}

/// A set that is there is replaced as a whole, with --overwrite.
std::vector<std::string> replaced_set(const RepairOptions& options) {
  const fs::path manifest = options.out / k_manifest_name;
  std::error_code failed;
  if (!fs::is_regular_file(manifest, failed)) return {};
  if (!read_own_manifest(manifest)) {
    throw Error(ErrorKind::usage, manifest.string(), "already exists, written by another program",
                "name another folder with -o");
  }
  return look_at_output(options.out, options.overwrite).files;
}

/// Throws Error (usage) where a shard would get no folder.
void require_folders(const Keys& keys, const fs::path& out) {
  std::set<std::string> folders;
  for (const auto& [key, owner] : keys) folders.insert(key.parent_path().string());
  require_free_folders(out, folders);
}

void require_from_images(const ShardSet& set) {
  if (set.manifest->is_from_images()) return;
  throw Error(ErrorKind::usage, set.manifest_file().string(),
              "the set was made from other shards by 'tfrec reshard': --from makes only shards that 'tfrec "
              "build' made",
              "without --from, repair recovers what is intact; or run `tfrec reshard` again on the sources");
}

void require_folder(const fs::path& out) {
  std::error_code failed;
  const fs::file_status status = fs::status(out, failed);
  if (fs::exists(status) && !fs::is_directory(status))
    throw Error(ErrorKind::usage, out.string(), "is not a folder");
}

/// Those of the set that replace a file in OUT. Throws Error (bad_data) where the manifest lists one that
/// tfrec never writes: a copy of it could replace any file.
void add_side_files(const ShardSet& set, const RepairOptions& options, std::vector<std::string>& removed) {
  for (const std::string& file : set.manifest->all_side_files()) {
    if (!is_side_file_of_tool(file)) {
      throw Error(ErrorKind::bad_data, set.manifest_file().string(),
                  "lists '" + printable(file) + "' beside its shards, which is not a file of tfrec");
    }
    if (std::find(removed.begin(), removed.end(), file) != removed.end()) continue;
    require_writable(file, options);
    std::error_code failed;
    if (fs::exists(fs::symlink_status(options.out / file, failed))) removed.push_back(file);
  }
}

}  // namespace

std::string repaired_name(const std::string& file_name, std::uint64_t kept, const RepairOptions& options) {
  return options.keep_names ? file_name : name_with_count(file_name, kept);
}

RepairPlan plan_repair(const FoundShards& found, const RepairOptions& options) {
  require_folder(options.out);
  const fs::path out = real_path(options.out);
  RepairPlan plan;
  for (std::size_t i = 0; i < found.shards.size(); ++i) {
    if (is_output_of_ours(found.shards[i], out, options.out)) continue;
    (is_in_hidden_folder(found.shards[i].below) ? plan.hidden : plan.shards).push_back(i);
  }
  if (!options.damaged_only) plan.set = only_set(found, plan, options);
  if (!options.images.empty() && !plan.set) {
    throw Error(ErrorKind::usage, "",
                "--from makes shards again by their manifest, and there is none that fits",
                "give the folder of a set that `tfrec build` made, as it was made");
  }
  if (!options.images.empty()) require_from_images(found.sets[*plan.set]);
  if (plan.shards.empty() && options.images.empty()) {
    throw Error(
        ErrorKind::bad_data, "", "there are no shards to repair",
        plan.hidden.empty() ? "" : "those in hidden folders are skipped: give such a folder by itself");
  }
  const Keys keys = keys_of(found, plan, options);
  require_folders(keys, options.out);
  plan.removed = replaced_set(options);
  for (std::string& file : files_in_the_way(keys, options)) {
    if (std::find(plan.removed.begin(), plan.removed.end(), file) != plan.removed.end()) continue;
    require_writable(file, options);
    plan.removed.push_back(std::move(file));
  }
  if (plan.set) add_side_files(found.sets[*plan.set], options, plan.removed);
  return plan;
}

}  // namespace tfrec
