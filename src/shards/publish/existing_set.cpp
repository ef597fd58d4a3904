// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/existing_set.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <utility>

#include "base/files/file.hpp"
#include "base/text/shell_word.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/names/index_file.hpp"
#include "shards/names/set_files.hpp"
#include "shards/names/shard_name.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// The first file below `out` that reads as a shard of some set but belongs to none of `owned`.
std::string foreign_shard(const fs::path& out, const std::vector<std::string>& owned) {
  std::error_code failed;
  auto entry = fs::recursive_directory_iterator(out, failed);
  for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    if (entry->path().filename() == k_staging_name) {
      entry.disable_recursion_pending();
      continue;
    }
    if (fs::is_directory(entry->symlink_status(failed))) continue;  // a split may have the name of a shard
    std::string name = entry->path().lexically_relative(out).generic_string();
    if (has_shard_name(entry->path().filename().string()) &&
        std::find(owned.begin(), owned.end(), name) == owned.end())
      return name;
  }
  if (failed) throw system_error(failed.value(), out.string(), "cannot list");
  return {};
}

/// A folder can be made at `out` only if the nearest thing on the way that is there is one.
void require_possible_folder(const fs::path& out) {
  for (fs::path at = out; !at.empty(); at = at.parent_path()) {
    std::error_code failed;
    const fs::file_status itself = fs::symlink_status(at, failed);
    if (!fs::exists(itself)) continue;
    if (fs::is_symlink(itself) && !fs::exists(at, failed))
      throw Error(ErrorKind::usage, at.string(), "is a broken link");
    if (!fs::is_directory(at, failed) && !failed)
      throw Error(ErrorKind::usage, at.string(), "is not a folder");
    return;
  }
}

/// The manifest of a set of the tool.
Manifest own_manifest(const fs::path& file) {
  std::string reason = "it belongs to another program";
  const char* hint = "move it away, or use another -o";
  try {
    if (const std::optional<Manifest> manifest = read_own_manifest(file)) return *manifest;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
    reason = error.message();
    hint = "restore it, or use another -o";  // without it, the shards would be those of another set
  }
  throw Error(ErrorKind::usage, file.string(), "is not a manifest of tfrec, and was not changed: " + reason,
              hint);
}

bool is_shard_of_tool(std::string_view file_name) {
  return has_shard_name(file_name) || count_in_name(file_name) || number_in_name(file_name);
}

bool is_own_manifest(const fs::path& file) {
  try {
    return read_own_manifest(file).has_value();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
    return false;
  }
}

bool is_own_content(const fs::path& file, const std::string& name) {
  if (is_index_name(name)) return is_index(InputFile(file));
  if (file.filename() == k_manifest_name) return name == k_manifest_name && is_own_manifest(file);
  return begins_with_record(InputFile(file));
}

/// A manifest may be damaged or made by hand: only what the tool writes is ever removed.
void require_own(const fs::path& out, const std::string& name, bool is_own_name) {
  if (is_own_name && is_own_or_gone(out, name)) return;
  throw Error(ErrorKind::usage, (out / name).string(),
              "is named in the set's manifest, but is not a file of tfrec",
              "if it is a damaged shard, remove it; else move it and manifest.json away, or use another -o");
}

/// The manifest and what it owns, all of it looked at.
std::vector<std::string> owned_files(const fs::path& out, const Manifest& manifest) {
  std::vector<std::string> files{k_manifest_name};
  for (const ManifestShard& shard : manifest.shards) {
    require_own(out, shard.path, is_shard_of_tool(fs::path(shard.path).filename().string()));
    files.push_back(shard.path);
  }
  for (const std::string& name : manifest.all_side_files()) {
    require_own(out, name, is_side_file_of_tool(name));
    files.push_back(name);
  }
  return files;
}

/// The first link among the parts of a folder below `out`; empty if there is none.
fs::path link_on_the_way(const fs::path& out, const fs::path& folder) {
  fs::path whole = out;
  for (const fs::path& part : folder) {
    whole /= part;
    std::error_code failed;
    if (fs::is_symlink(fs::symlink_status(whole, failed))) return whole;
  }
  return {};
}

/// What a path is on. Overlays give files other devices than folders, so a file has its mount alone.
struct Mount {
  dev_t device = 0;
  std::uint64_t id = 0;  // 0 where the system does not have it
};

Mount mount_of(const fs::path& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return {};
  Mount mount{S_ISDIR(facts.st_mode) ? facts.st_dev : 0, 0};
#ifdef STATX_MNT_ID
  struct statx more {};
  if (::statx(AT_FDCWD, path.c_str(), 0, STATX_MNT_ID, &more) == 0 && (more.stx_mask & STATX_MNT_ID) != 0)
    mount.id = more.stx_mnt_id;
#endif
  return mount;
}

}  // namespace

bool is_side_file_of_tool(std::string_view name) {
  const std::string_view file_name = name.substr(name.rfind('/') + 1);
  if (file_name == "dataset_info.json" || file_name == "features.json" || file_name.ends_with(".labels.txt"))
    return true;
  constexpr std::array<std::string_view, 4> k_names{k_bad_images_name, k_bad_boxes_name, k_left_out_name,
                                                    k_record_list_name};
  return file_name == name && (std::ranges::find(k_names, name) != k_names.end() || is_card(name) ||
                               is_classes_file(name) || is_label_map_file(name));
}

bool is_file_of_set(std::string_view file_name) {
  if (is_index_name(file_name)) return false;
  return file_name == k_manifest_name || is_shard_of_tool(file_name) || is_side_file_of_tool(file_name);
}

bool is_file_within(const fs::path& out, const std::string& name) {
  std::error_code failed;
  const fs::file_status itself = fs::symlink_status(out / name, failed);
  // What can't be looked at is not gone: it could not be removed, either.
  if (itself.type() != fs::file_type::not_found && !fs::is_regular_file(itself)) return false;
  // Of a file that is gone, too: folders that it leaves empty are removed.
  return stays_in_folder(name) && link_on_the_way(out, fs::path(name).parent_path()).empty();
}

bool is_own_or_gone(const fs::path& out, const std::string& name) {
  if (is_in_hidden_folder(name) || !is_file_within(out, name)) return false;
  const fs::path file = out / name;
  std::error_code failed;
  if (!fs::exists(file, failed)) return true;
  return has_shard_name(file.filename().string()) || is_side_file_of_tool(name) || is_own_content(file, name);
}

std::vector<std::string> indexes_of(const fs::path& out, const std::string& name) {
  if (name == k_manifest_name || is_side_file_of_tool(name)) return {};
  std::vector<std::string> indexes;
  for (const IndexFormat format : {IndexFormat::dali, IndexFormat::tfindex}) {
    const fs::path shard(name);
    const std::string index =
        (shard.parent_path() / index_name(shard.filename().string(), format)).generic_string();
    std::error_code failed;
    if (!fs::is_regular_file(fs::symlink_status(out / index, failed))) continue;
    if (is_file_within(out, index) && is_index(InputFile(out / index))) indexes.push_back(index);
  }
  return indexes;
}

bool holds_set(const fs::path& folder) {
  std::error_code failed;
  return fs::exists(folder / k_manifest_name, failed);
}

ExistingSet look_at_output(const fs::path& out, bool overwrite) {
  ExistingSet existing;
  std::error_code failed;
  const fs::file_status status = fs::status(out, failed);
  if (status.type() == fs::file_type::not_found) {
    require_possible_folder(out);
    return existing;
  }
  if (failed == std::errc::too_many_symbolic_link_levels || failed == std::errc::filename_too_long)
    throw Error(ErrorKind::usage, out.string(), "can't be a folder: " + failed.message());
  if (failed) throw system_error(failed.value(), out.string(), "cannot look at it");
  if (!fs::is_directory(status)) throw Error(ErrorKind::usage, out.string(), "is not a folder");
  const fs::path manifest = out / k_manifest_name;
  if (holds_set(out)) {
    existing.complete = true;
    const Manifest owned = own_manifest(manifest);
    if (!overwrite) throw complete_set_refused(out);
    existing.files = owned_files(out, owned);
  }
  const std::string foreign = foreign_shard(out, existing.files);
  if (!foreign.empty()) {
    throw Error(ErrorKind::usage, (out / foreign).string(), "is a shard of another set",
                "readers would mix it with the new shards; use another -o");
  }
  return existing;
}

Error damaged_set_refused(const fs::path& out, const std::string& damage) {
  return Error(ErrorKind::usage, out.string(), "already contains this set, but " + damage,
               "to make only what is missing or changed: --overwrite");
}

Error complete_set_refused(const fs::path& out, const std::string& difference, bool may_deal_anew) {
  std::string hint = "use another -o, or replace the set with --overwrite";
  if (may_deal_anew)
    hint += "; to keep each image in its split, add " + shell_option("--keep-splits", out.string());
  return Error(ErrorKind::usage, out.string(),
               "already contains a set" +
                   (difference.empty() ? "" : " built with different options or inputs: " + difference),
               hint);
}

void require_free_names(const fs::path& out, const ExistingSet& existing,
                        const std::vector<std::string>& names) {
  for (const std::string& file : existing.files) require_same_mount(out, out / file);
  require_same_mount(out, out / k_staging_name);
  for (const std::string& name : names) {
    std::error_code failed;
    const bool owned = std::find(existing.files.begin(), existing.files.end(), name) != existing.files.end();
    if (owned || !fs::exists(fs::symlink_status(out / name, failed))) continue;
    throw Error(ErrorKind::usage, (out / name).string(), "already exists and is not part of a set",
                "move it away, or use another -o");
  }
}

void require_free_folders(const fs::path& out, const std::set<std::string>& folders) {
  for (const std::string& folder : folders) {
    fs::path whole = out;
    for (const fs::path& part : fs::path(folder)) {
      whole /= part;
      std::error_code failed;
      const fs::file_status status = fs::status(whole, failed);
      if (fs::exists(status) && !fs::is_directory(status)) {
        throw Error(ErrorKind::usage, whole.string(), "is a file, but the set needs a folder there",
                    "move it away, or use another -o");
      }
      require_same_mount(out, whole);
    }
    require_no_links(out, folder);
  }
}

void require_same_mount(const fs::path& out, const fs::path& path) {
  std::error_code failed;
  if (!fs::exists(path, failed)) return;
  const Mount mount = mount_of(path);
  const Mount wanted = mount_of(out);
  if (mount.id == wanted.id && (mount.device == 0 || mount.device == wanted.device)) return;
  throw Error(ErrorKind::usage, path.string(), "is on another file system, so files can't be moved there",
              "unmount it, remove the link, or use another -o");
}

void require_no_links(const fs::path& out, const fs::path& folder) {
  const fs::path link = link_on_the_way(out, folder);
  if (link.empty()) return;
  throw Error(ErrorKind::usage, link.string(), "is a link, but the set needs a folder of its own there",
              "remove the link, or use another -o");
}

}  // namespace tfrec
