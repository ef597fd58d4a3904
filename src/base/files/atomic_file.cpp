// SPDX-License-Identifier: Apache-2.0
#include "base/files/atomic_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <map>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"
#include "base/files/file_lock.hpp"
#include "base/files/folder_entries.hpp"
#include "base/files/real_path.hpp"
#include "base/text/unique_name.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// Unless that file system was synced before.
void sync_file_system(const fs::path& folder, std::set<dev_t>& synced) {
  const FileDescriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.is_open()) throw system_error(errno, folder.string(), "cannot open");
  struct stat facts {};
  if (::fstat(fd.get(), &facts) != 0) throw system_error(errno, folder.string(), "cannot stat");
  if (!synced.insert(facts.st_dev).second) return;
  if (::syncfs(fd.get()) != 0) throw system_error(errno, folder.string(), "cannot sync");
}

/// Without a lock on it nothing states whether its writer lives: then it stays.
void remove_if_left(const fs::path& draft) {
  const FileDescriptor file(::open(draft.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!file.is_open() || try_lock(file, draft) != FileLock::taken || !is_file_of(file, draft)) return;
  ::unlink(draft.c_str());
}

}  // namespace

// Delegates, so that the destructor removes the temporary file if locking it fails.
AtomicFile::AtomicFile(fs::path target, Draft draft) : AtomicFile(target, target.parent_path()) {
  // Whoever looks for leftovers just now may be faster than the lock, and has removed the file then.
  while (draft == Draft::locked &&
         (try_lock(m_fd, m_target) == FileLock::held || !is_file_of(m_fd, m_temporary)))
    open();
}

AtomicFile::AtomicFile(fs::path target, const fs::path& drafts)
    : m_target(std::move(target)), m_temporary(drafts / m_target.filename()) {
  m_temporary += process_suffix();
  open();
}

void AtomicFile::open() {
  m_fd = FileDescriptor(
      ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (m_fd.is_open()) return;
  const int reason = errno;
  m_temporary.clear();
  throw system_error(reason, m_target.string(), "cannot create");
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : m_target(std::move(other.m_target)),
      m_temporary(std::exchange(other.m_temporary, {})),
      m_fd(std::move(other.m_fd)) {}

AtomicFile::~AtomicFile() {
  if (!m_temporary.empty()) ::unlink(m_temporary.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  write_all(m_fd.get(), bytes, m_target.string());
}

void AtomicFile::sync() const {
  if (::fsync(m_fd.get()) != 0) throw system_error(errno, m_target.string(), "cannot sync");
}

void AtomicFile::commit() {
  sync();
  rename_into_place();
  sync_folder(folder());
  close();
}

bool AtomicFile::commit_first() {
  sync();
  if (::link(m_temporary.c_str(), m_target.c_str()) == 0) {
    sync_folder(folder());
    close();
    return true;  // the destructor removes the other name
  }
  if (errno == EEXIST) return false;
  rename_into_place();
  sync_folder(folder());
  close();
  return true;
}

/// After the rename: until then the lock shows that the file's writer lives.
void AtomicFile::close() {
  if (const int reason = m_fd.close(); reason != 0)
    throw system_error(reason, m_target.string(), "cannot close");
}

void AtomicFile::commit_all(std::vector<AtomicFile>& files) {
  std::set<fs::path> folders;
  for (const AtomicFile& file : files) folders.insert(file.folder());
  std::set<dev_t> synced;
  for (const fs::path& folder : folders) sync_file_system(folder, synced);
  place_all(files);
}

void AtomicFile::commit_each(std::vector<AtomicFile>& files) {
  // All are on their way before the first is waited for: the file system's journal then takes them together.
  for (const AtomicFile& file : files)
    static_cast<void>(::sync_file_range(file.m_fd.get(), 0, 0, SYNC_FILE_RANGE_WRITE));
  for (const AtomicFile& file : files) file.sync();
  place_all(files);
}

void AtomicFile::place_all(std::vector<AtomicFile>& files) {
  std::set<fs::path> folders;
  for (const AtomicFile& file : files) folders.insert(file.folder());
  for (AtomicFile& file : files) file.rename_into_place();
  for (const fs::path& folder : folders) sync_folder(folder);
  for (AtomicFile& file : files) file.close();
}

void AtomicFile::rename_into_place() {
  if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
    throw system_error(errno, m_target.string(), "cannot rename into place");
  }
  m_temporary.clear();
}

fs::path AtomicFile::folder() const {
  return parent_folder(m_target);
}

void write_file_atomically(const fs::path& target, std::string_view content) {
  write_file_atomically(target, content, target.parent_path());
}

void write_file_atomically(const fs::path& target, std::string_view content, const fs::path& drafts) {
  AtomicFile file(target, drafts);
  file.write(content);
  file.commit();
}

void write_output_atomically(const fs::path& target, std::string_view content) {
  AtomicFile file(target, AtomicFile::Draft::locked);
  file.write(content);
  file.commit();
}

void remove_left_drafts(std::span<const fs::path> targets) {
  std::map<fs::path, std::set<std::string>> names;
  for (const fs::path& target : targets) {
    const fs::path folder = parent_folder(target);
    names[folder].insert(target.filename().string());
  }
  for (const auto& [folder, wanted] : names) {
    std::error_code failed;
    for (const fs::path& entry : entries_in(folder, failed)) {
      const std::string name = entry.filename().string();
      if (wanted.contains(std::string(name_of_draft(name)))) remove_if_left(entry);
    }
  }
}

bool write_file_once(const fs::path& target, std::string_view content) {
  AtomicFile file(target);
  file.write(content);
  return file.commit_first();
}

}  // namespace tfrec
