// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/image_opener.hpp"

#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "dataset/folder/folder_walk.hpp"
#include "dataset/folder/relative_path.hpp"

namespace tfrec {

namespace {

// O_NONBLOCK: opening a FIFO must not wait for a writer.
constexpr int k_read_flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
constexpr int k_most_races = 100;

/// openat2 beneath `folder`; -1 with errno ENOSYS where the kernel has none, EXDEV where the path leaves the
/// folder or passes a link with an absolute target, be it inside.
int open_beneath(int folder, const std::string& relative) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(k_read_flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  long fd = -1;
  int races = 0;
  do {
    fd = ::syscall(SYS_openat2, folder, relative.c_str(), &how, sizeof how);
  } while (fd < 0 && (errno == EINTR || (errno == EAGAIN && ++races < k_most_races)));
  // A sandbox that does not know the call returns EPERM.
  if (fd < 0 && errno == EPERM) errno = ENOSYS;
  return static_cast<int>(fd);
}

/// Opens a path part by part, following no link: what the check found is what is opened.
FileDescriptor open_without_links(int folder, const std::filesystem::path& relative) {
  FileDescriptor above;
  int at = folder;
  for (auto part = relative.begin(); part != relative.end(); ++part) {
    const bool is_last = std::next(part) == relative.end();
    const int flags = is_last ? k_read_flags : O_PATH | O_DIRECTORY | O_CLOEXEC;
    FileDescriptor fd(::openat(at, part->c_str(), flags | O_NOFOLLOW));
    if (!fd.is_open()) return fd;
    above = std::move(fd);
    at = above.get();
  }
  return above;
}

Error leaves_folder(const std::filesystem::path& path) {
  return Error(ErrorKind::bad_data, path.string(), "is outside its folder", "copy the file into the folder");
}

}  // namespace

ImageOpener::ImageOpener(const std::filesystem::path& root, Reach reach)
    : m_root(root), m_folder(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)), m_reach(reach) {
  if (!m_folder.is_open()) throw system_error(errno, root.string(), "cannot open");
  std::error_code failed;
  m_canonical_root = std::filesystem::canonical(root, failed);
  if (failed) throw system_error(failed.value(), root.string(), "cannot open");
}

InputFile ImageOpener::open(std::string_view relative) const {
  const std::filesystem::path shown = m_root / relative;
  if (leaves_by_its_parts(relative)) throw leaves_folder(shown);
  const std::string name(relative);
  FileDescriptor fd(m_reach == Reach::anywhere ? ::openat(m_folder.get(), name.c_str(), k_read_flags)
                                               : open_beneath(m_folder.get(), name));
  if (!fd.is_open() && m_reach == Reach::beneath && (errno == ENOSYS || errno == EXDEV))
    fd = open_checked(relative);
  if (!fd.is_open()) throw system_error(errno, shown.string(), "cannot open");
  return InputFile(std::move(fd), shown.string());
}

FileDescriptor ImageOpener::open_checked(std::string_view relative) const {
  std::error_code failed;
  const std::filesystem::path target = std::filesystem::canonical(m_canonical_root / relative, failed);
  if (failed) {
    errno = failed.value();
    return {};
  }
  if (!lies_in(target, m_canonical_root)) throw leaves_folder(m_root / relative);
  return open_without_links(m_folder.get(), target.lexically_relative(m_canonical_root));
}

}  // namespace tfrec
