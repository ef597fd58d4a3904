// SPDX-License-Identifier: Apache-2.0
#include "shards/staging.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"
#include "shards/publication.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_lock_name = "lock";

}  // namespace

Staging::Staging(fs::path out) : m_out(std::move(out)), m_folder(m_out / k_staging_name) {
  m_made_out = make_folder(m_out);
  if (fs::is_symlink(m_folder)) {  // what it leads to is not ours to clear
    throw Error(ErrorKind::usage, m_folder.string(), "is a link", "remove it");
  }
  make_folder(m_folder);
  lock();
  finish_interrupted_publication(m_folder, m_out);
  for (const auto& entry : fs::directory_iterator(m_folder)) {
    if (entry.path().filename() != k_lock_name) fs::remove_all(entry.path());
  }
}

void Staging::lock() {
  const fs::path file = m_folder / k_lock_name;
  m_lock = FileDescriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!m_lock.is_open()) throw system_error(errno, file.string(), "cannot create");
  if (::flock(m_lock.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) throw system_error(errno, file.string(), "cannot lock");
  throw Error(ErrorKind::machine, m_out.string(), "another build is writing here", "wait until it has ended");
}

Staging::~Staging() {
  std::error_code ignored;
  if (is_publication_interrupted(m_folder)) return;  // the next build completes it
  fs::remove_all(m_folder, ignored);
  if (m_made_out) fs::remove(m_out, ignored);  // only where it is empty
}

bool complete_interrupted_build(const fs::path& out) {
  if (!is_publication_interrupted(out / k_staging_name)) return false;
  const Staging staging(out);
  return true;
}

}  // namespace tfrec
