// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/output_folder.hpp"

#include <system_error>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "dataset/classes/label_map.hpp"
#include "shards/publish/existing_set.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// One that cannot be read may be.
bool is_own_manifest(const fs::path& file) {
  try {
    return read_own_manifest(file).has_value();
  } catch (const Error&) {
    return true;
  }
}

/// Reports what cannot be replaced before the work begins. A link is replaced, not followed.
void require_replaceable(const fs::path& path, fs::file_type wanted) {
  std::error_code failed;
  const fs::file_type type = fs::symlink_status(path, failed).type();
  if (type == fs::file_type::not_found || type == wanted) return;
  if (wanted == fs::file_type::regular && type == fs::file_type::symlink) return;
  const bool is_file_wanted = wanted == fs::file_type::regular;
  throw Error(ErrorKind::usage, path.string(),
              is_file_wanted ? "is not a file, but a table would be written there"
                             : "is not a real folder, but files would be written there",
              "move it away, or use another -o");
}

}  // namespace

void require_empty(const fs::path& out, bool overwrite) {
  if (out.empty()) throw Error(ErrorKind::usage, "", "-o '' names no folder", "for instance -o extracted");
  std::error_code failed;
  const fs::file_status status = fs::status(out, failed);
  if (status.type() == fs::file_type::not_found) return;
  if (failed) throw system_error(failed.value(), out.string(), "cannot look at it");
  if (!fs::is_directory(status)) throw Error(ErrorKind::usage, out.string(), "is not a folder");
  if (overwrite) {
    // Its classes and images would be those of two sets.
    if (!holds_set(out) || !is_own_manifest(out / k_manifest_name)) return;
    throw Error(ErrorKind::usage, out.string(), "contains a set; extract never overwrites one",
                "name another folder with -o");
  }
  for (const auto& entry : fs::directory_iterator(out)) {
    if (entry.path().filename() == k_staging_name) continue;
    throw Error(ErrorKind::usage, out.string(), "is not empty",
                "use another -o, or write into this one with --overwrite");
  }
}

void require_unblocked(const fs::path& out, const AgreedChoices& agreed, bool metadata) {
  for (const char* folder : {k_images_folder, k_masks_folder, k_files_folder})
    require_replaceable(out / folder, fs::file_type::directory);
  require_replaceable(out / k_mask_classes_name, fs::file_type::regular);
  require_replaceable(out / k_labels_name, fs::file_type::regular);
  require_replaceable(out / k_label_map_name, fs::file_type::regular);
  require_replaceable(out / k_classes_file_name, fs::file_type::regular);  // of a list beside the shards
  require_replaceable(out / k_metadata_name, fs::file_type::regular);
  std::error_code failed;
  if (!metadata && fs::exists(fs::symlink_status(out / k_metadata_name, failed))) {
    throw Error(ErrorKind::usage, (out / k_metadata_name).string(), "describes other images",
                "move it away, replace it with --metadata, or use another -o");
  }
  for (const ClassColumn& column : agreed.classes) {
    require_replaceable(out / column.file, fs::file_type::regular);
    require_replaceable(out / label_map_file(column.file), fs::file_type::regular);
  }
}

void remove_tables(const fs::path& out) {
  for (const char* name : {k_labels_name, k_metadata_name}) {
    std::error_code failed;
    const bool was_there = fs::remove(out / name, failed);
    if (failed) throw system_error(failed.value(), (out / name).string(), "cannot remove");
    if (was_there) sync_folder(out);  // labels.csv, which means "complete", goes before anything else does
  }
}

}  // namespace tfrec
