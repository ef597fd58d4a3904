// SPDX-License-Identifier: Apache-2.0
#include "base/files/output_tree.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"

namespace tfrec {

namespace {

constexpr int k_folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

Error in_the_way(const std::filesystem::path& path, const std::string& what) {
  return Error(ErrorKind::usage, path.string(), what, "move it away, or use another -o");
}

/// A link, a folder or, unless `replace`, a file is in the way.
void require_replaceable(int folder, const std::string& name, const std::filesystem::path& shown,
                         bool replace) {
  struct stat facts {};
  if (::fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return;
  if (!S_ISREG(facts.st_mode)) throw in_the_way(shown, "is not a file, but an image would be written there");
  if (!replace) throw in_the_way(shown, "is there already");
}

}  // namespace

OutputTree::OutputTree(std::filesystem::path root) : m_root(std::move(root)) {
  if (::mkdir(m_root.c_str(), 0777) != 0 && errno != EEXIST)
    throw system_error(errno, m_root.string(), "cannot make the folder");
  m_root_fd = FileDescriptor(::open(m_root.c_str(), k_folder_flags));
  if (m_root_fd.is_open()) return;
  if (errno == ELOOP || errno == ENOTDIR) throw in_the_way(m_root, "is not a real folder");
  throw system_error(errno, m_root.string(), "cannot open");
}

/// The descriptor of the folder that the last part of `path` goes into.
int OutputTree::folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return m_root_fd.get();
  const std::string folder = path.substr(0, slash);
  if (m_folder_fd.is_open() && folder == m_open_folder) return m_folder_fd.get();
  FileDescriptor at;
  for (std::size_t begin = 0; begin <= folder.size();) {
    const std::size_t end = std::min(folder.find('/', begin), folder.size());
    const std::string part = folder.substr(begin, end - begin);
    const int above = at.is_open() ? at.get() : m_root_fd.get();
    const std::filesystem::path shown = m_root / folder.substr(0, end);
    if (::mkdirat(above, part.c_str(), 0777) != 0 && errno != EEXIST)
      throw system_error(errno, shown.string(), "cannot make the folder");
    FileDescriptor next(::openat(above, part.c_str(), k_folder_flags));
    if (!next.is_open()) {
      if (errno == ELOOP || errno == ENOTDIR) throw in_the_way(shown, "is not a real folder");
      throw system_error(errno, shown.string(), "cannot open");
    }
    at = std::move(next);
    begin = end + 1;
  }
  m_folder_fd = std::move(at);
  m_open_folder = folder;
  return m_folder_fd.get();
}

void OutputTree::move_in(const std::filesystem::path& from, const std::string& path, bool replace) {
  const int folder = folder_of(path);
  const std::string name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
  const std::filesystem::path shown = m_root / path;
  if (!replace) {
    if (::renameat2(AT_FDCWD, from.c_str(), folder, name.c_str(), RENAME_NOREPLACE) == 0) return;
    if (errno == EEXIST) throw in_the_way(shown, "is there already");
    // Some file systems can't do that in one call.
    if (errno != EINVAL && errno != ENOSYS)
      throw system_error(errno, shown.string(), "cannot rename into place");
  }
  require_replaceable(folder, name, shown, replace);
  if (::renameat(AT_FDCWD, from.c_str(), folder, name.c_str()) != 0)
    throw system_error(errno, shown.string(), "cannot rename into place");
}

void OutputTree::sync() const {
  if (::syncfs(m_root_fd.get()) != 0) throw system_error(errno, m_root.string(), "cannot sync");
}

}  // namespace tfrec
