// SPDX-License-Identifier: Apache-2.0
#include "base/atomic_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"
#include "base/unique_name.hpp"

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

}  // namespace

AtomicFile::AtomicFile(fs::path target) : AtomicFile(target, target.parent_path()) {}

AtomicFile::AtomicFile(fs::path target, const fs::path& drafts)
    : m_target(std::move(target)), m_temporary(drafts / m_target.filename()) {
  m_temporary += process_suffix();
  m_fd = FileDescriptor(
      ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!m_fd.is_open()) {
    const int reason = errno;
    m_temporary.clear();
    throw system_error(reason, m_target.string(), "cannot create");
  }
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

void AtomicFile::commit() {
  if (::fsync(m_fd.get()) != 0) throw system_error(errno, m_target.string(), "cannot sync");
  finish();
  rename_into_place();
  sync_folder(folder());
}

bool AtomicFile::commit_first() {
  if (::fsync(m_fd.get()) != 0) throw system_error(errno, m_target.string(), "cannot sync");
  finish();
  if (::link(m_temporary.c_str(), m_target.c_str()) == 0) {
    sync_folder(folder());
    return true;  // the destructor removes the other name
  }
  if (errno == EEXIST) return false;
  rename_into_place();
  sync_folder(folder());
  return true;
}

void AtomicFile::finish() {
  if (const int reason = m_fd.close(); reason != 0)
    throw system_error(reason, m_target.string(), "cannot close");
}

void AtomicFile::commit_all(std::vector<AtomicFile>& files) {
  std::set<fs::path> folders;
  for (const AtomicFile& file : files) folders.insert(file.folder());
  std::set<dev_t> synced;
  for (const fs::path& folder : folders) sync_file_system(folder, synced);
  for (AtomicFile& file : files) file.rename_into_place();
  for (const fs::path& folder : folders) sync_folder(folder);
}

void AtomicFile::rename_into_place() {
  if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
    throw system_error(errno, m_target.string(), "cannot rename into place");
  }
  m_temporary.clear();
}

fs::path AtomicFile::folder() const {
  return m_target.has_parent_path() ? m_target.parent_path() : fs::path(".");
}

void write_file_atomically(const fs::path& target, std::string_view content) {
  write_file_atomically(target, content, target.parent_path());
}

void write_file_atomically(const fs::path& target, std::string_view content, const fs::path& drafts) {
  AtomicFile file(target, drafts);
  file.write(content);
  file.commit();
}

bool write_file_once(const fs::path& target, std::string_view content) {
  AtomicFile file(target);
  file.write(content);
  return file.commit_first();
}

}  // namespace tfrec
