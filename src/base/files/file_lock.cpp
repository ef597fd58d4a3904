// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_lock.hpp"

#include <cerrno>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/error.hpp"

namespace tfrec {

FileLock try_lock(const FileDescriptor& file, const std::filesystem::path& path) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return FileLock::taken;
  if (errno == EWOULDBLOCK) return FileLock::held;
  if (errno == ENOSYS || errno == EOPNOTSUPP || errno == ENOLCK) return FileLock::unsupported;
  throw system_error(errno, path.string(), "cannot lock");
}

bool is_file_of(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat open {};
  struct stat named {};
  return file.is_open() && ::fstat(file.get(), &open) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

}  // namespace tfrec
