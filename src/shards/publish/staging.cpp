// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/staging.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"
#include "base/files/file_lock.hpp"
#include "base/files/folder_entries.hpp"
#include "base/text/shell_word.hpp"
#include "base/text/unique_name.hpp"
#include "shards/publish/publication.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr int k_lock_flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

/// A shard without a record (all its images were bad) has no file, and is nothing to keep.
bool holds_finished_shards(const fs::path& staging) {
  std::error_code failed;
  for (const fs::path& entry : entries_in(staging, failed)) {
    const std::string name = entry.filename().string();
    const bool describes_shard =
        name.ends_with(".json") && name.find_first_not_of("0123456789") == name.size() - 5;
    if (describes_shard && fs::exists(staging / (name.substr(0, name.size() - 5) + "-0.tfrec"), failed))
      return true;
    const bool is_folder = fs::is_directory(fs::symlink_status(entry, failed));
    if (is_folder && holds_finished_shards(entry)) return true;
  }
  return false;
}

}  // namespace

Staging::Staging(fs::path out, Leftovers leftovers)
    : m_out(std::move(out)),
      m_folder(m_out / k_staging_name),
      m_made(missing_folders(m_out)),
      m_leftovers(leftovers) {
  make_folder(m_out);
  clear_of_links(m_folder);
  lock();
  finish_interrupted_publication(m_folder, m_out);
}

void Staging::start_anew() const {
  if (holds_unfinished_build(m_folder)) {
    throw Error(ErrorKind::usage, m_out.string(), "contains an unfinished build",
                "complete it with the command that started it, use another -o, or remove " +
                    shell_path(m_folder.string()));
  }
  clear();
}

void Staging::clear() const {
  empty_folder(m_folder, {k_lock_name});
}

void clear_of_links(const fs::path& staging) {
  if (fs::is_symlink(staging)) {  // what it leads to is not ours to clear
    throw Error(ErrorKind::usage, staging.string(), "is a link", "remove it");
  }
  std::error_code failed;
  for (auto entry = fs::recursive_directory_iterator(staging, failed);
       !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    std::error_code gone;
    const fs::file_status status = entry->symlink_status(gone);
    if (!fs::exists(status) || fs::is_regular_file(status) || fs::is_directory(status)) continue;
    if (::unlink(entry->path().c_str()) != 0 && errno != ENOENT)
      throw system_error(errno, entry->path().string(), "cannot remove");
  }
  const bool is_absent =
      failed == std::errc::no_such_file_or_directory || failed == std::errc::not_a_directory;
  if (failed && !is_absent) throw system_error(failed.value(), staging.string(), "cannot read the folder");
}

void remove_drafts(const fs::path& staging) {
  std::error_code failed;
  for (auto entry = fs::recursive_directory_iterator(staging, failed);
       !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    if (!name_of_draft(entry->path().filename().string()).empty()) ::unlink(entry->path().c_str());
  }
}

void remove_if_empty(const fs::path& staging) {
  std::error_code failed;
  const fs::path file = staging / k_lock_name;
  const std::vector<fs::path> entries = entries_in(staging, failed);
  if (entries.size() == 1 && entries.front() == file) {
    const FileDescriptor lock(::open(file.c_str(), O_RDWR | k_lock_flags));
    if (!lock.is_open() || try_lock(lock, file) == FileLock::held || !is_file_of(lock, file)) return;
    ::unlink(file.c_str());
  }
  ::rmdir(staging.c_str());
}

void Staging::lock() {
  const fs::path file = m_folder / k_lock_name;
  do {
    make_folder(m_folder);  // a build that ends removes it, and the lock's file with it
    m_lock = FileDescriptor(::open(file.c_str(), O_RDWR | O_CREAT | k_lock_flags, 0666));
    if (!m_lock.is_open() && errno == ENOENT) continue;
    if (!m_lock.is_open()) throw system_error(errno, file.string(), "cannot create");
    if (try_lock(m_lock, file) != FileLock::held) continue;  // a file system without locks is accepted
    throw Error(ErrorKind::machine, m_out.string(), "another build is writing here", "wait until it ends");
  } while (!is_file_of(m_lock, file));
}

Staging::~Staging() {
  std::error_code ignored;
  if (is_publication_interrupted(m_folder)) return;  // the next build completes it
  if (m_leftovers == Leftovers::keep) {
    // What publish() left is the lock.
    if (!fs::exists(m_folder / k_planned_name, ignored)) ::unlink((m_folder / k_lock_name).c_str());
    fs::remove(m_folder, ignored);  // only where it is empty
    return;
  }
  if (holds_unfinished_build(m_folder)) {
    remove_drafts(m_folder);
    return;
  }
  // The lock goes last, and the folder only where no other build has come: its files are not ours.
  for (const fs::path& entry : entries_in(m_folder, ignored)) {
    std::error_code failed;
    if (entry.filename() != k_lock_name) fs::remove_all(entry, failed);
  }
  fs::remove(m_folder / k_lock_name, ignored);
  fs::remove(m_folder, ignored);
  // Only where it is empty. remove() tries unlink() first, which the sandbox forbids there.
  for (const fs::path& folder : m_made) ::rmdir(folder.c_str());
}

bool holds_unfinished_build(const fs::path& staging) {
  std::error_code failed;
  return fs::exists(staging / k_planned_name, failed) && holds_finished_shards(staging);
}

bool complete_interrupted_build(const fs::path& out) {
  if (!is_publication_interrupted(out / k_staging_name)) return false;
  const Staging staging(out);
  return true;
}

}  // namespace tfrec
