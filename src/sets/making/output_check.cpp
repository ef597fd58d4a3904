// SPDX-License-Identifier: Apache-2.0
#include "sets/making/output_check.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <unistd.h>

#include "base/error.hpp"
#include "base/files/atomic_file.hpp"
#include "base/files/real_path.hpp"
#include "dataset/folder/image_extension.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/names/shard_name.hpp"
#include "shards/publish/existing_set.hpp"
#include "shards/publish/unfinished_sets.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// The folder that holds the path; empty if there is none.
fs::path real_folder_of(const fs::path& path) {
  const fs::path folder = parent_folder(path);
  std::error_code failed;
  return fs::is_directory(folder, failed) ? real_path(folder) : fs::path();
}

/// Throws where the folder of the file is not there or can't be written to.
void require_folder(const OutputFile& file) {
  const fs::path folder = parent_folder(file.path);
  std::error_code failed;
  if (!fs::is_directory(folder, failed)) {
    throw Error(ErrorKind::usage, folder.string(), "does not exist",
                "make the folder of " + file.option + " first");
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw system_error(errno, file.path.string(), "cannot write into its folder");
}

}  // namespace

void require_other_files(const fs::path& file, const std::string& option, const fs::path& other,
                         const std::string& other_option) {
  if (file.empty() || other.empty() || real_path(file) != real_path(other)) return;
  throw Error(ErrorKind::usage, file.string(), "is also the file of " + other_option,
              option + " needs a file of another name");
}

OutputCheck::OutputCheck(std::span<const fs::path> inputs, fs::path out) : m_out(std::move(out)) {
  for (const fs::path& input : inputs) {
    std::error_code failed;
    const fs::file_status status = fs::status(input, failed);
    if (input.empty() || !fs::exists(status)) continue;
    if (fs::is_directory(status)) {
      m_folders.push_back(real_path(input));
    } else {
      m_files.insert(file_id(input));
    }
  }
}

void OutputCheck::require(const OutputFile& file) const {
  std::error_code failed;
  if (file.path == "-") {
    throw Error(ErrorKind::usage, file.path.string(), "standard output can't be " + file.option,
                "name a file; ./- is one called '-'");
  }
  if (file.path.empty() || !file.path.has_filename() || fs::is_directory(file.path, failed)) {
    throw Error(ErrorKind::usage, file.path.string(), file.path.empty() ? "names no file" : "is a folder",
                file.hint);
  }
  if (!m_out.empty() && lies_in(real_path(m_out), real_path(file.path)))
    throw Error(ErrorKind::usage, file.path.string(), "is where the set goes", file.hint);
  require_folder(file);
  require_free(file);
  if (has_shard_name(file.path.filename().string()))
    throw Error(ErrorKind::usage, file.path.string(), "has the name of a shard", file.hint);
  remove_left_drafts(std::array{file.path});
}

void OutputCheck::require_free(const OutputFile& file) const {
  const std::string path = file.path.string();
  require_no_input(file.path, file.hint);
  std::error_code failed;
  if (!fs::exists(fs::symlink_status(file.path, failed))) return;
  const fs::file_status status = fs::status(file.path, failed);
  if (!fs::is_regular_file(status)) {
    const bool is_dead_link = status.type() == fs::file_type::not_found;
    throw Error(ErrorKind::usage, path, is_dead_link ? "is a broken link" : "is not a regular file",
                file.hint);
  }
  const InputFile there(file.path);
  const bool is_empty = there.size() == 0 && !is_file_of_set(file.path.filename().string());
  if (is_empty || file.is_earlier(there)) return;
  throw Error(ErrorKind::usage, path, "is there already, and is not " + file.what, file.hint);
}

void OutputCheck::require_no_input(const fs::path& path, const std::string& hint) const {
  const FileId id = file_id(path);
  if (id != FileId{} && m_files.contains(id))
    throw Error(ErrorKind::usage, path.string(), "is an input of this command", hint);
  const std::string name = path.filename().string();
  const fs::path folder = real_folder_of(path);
  const bool is_called_as_input = has_image_extension(name) || has_shard_name(name);
  const bool is_in_input = std::any_of(m_folders.begin(), m_folders.end(),
                                       [&](const fs::path& input) { return lies_in(folder, input); });
  if (is_called_as_input && is_in_input)
    throw Error(ErrorKind::usage, path.string(), "would be an input of the next run", hint);
  require_no_set_file(path, hint);
}

void OutputCheck::require_no_set_file(const fs::path& path, const std::string& hint) const {
  fs::path folder = real_folder_of(path);
  if (folder.empty()) return;
  std::error_code failed;
  bool is_in_set = !m_out.empty() && lies_in(folder, real_path(m_out));
  const bool is_staged = std::find(folder.begin(), folder.end(), fs::path(k_staging_name)) != folder.end();
  for (int depth = 0; depth <= k_set_depth && !is_in_set; ++depth) {
    is_in_set = holds_set(folder);
    folder = folder.parent_path();
  }
  if (!is_staged && !(is_in_set && is_file_of_set(path.filename().string()))) return;
  throw Error(ErrorKind::usage, path.string(), "would look like a file of the set", hint);
}

}  // namespace tfrec
