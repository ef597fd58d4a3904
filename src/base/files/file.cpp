// SPDX-License-Identifier: Apache-2.0
#include "base/files/file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"
#include "base/files/real_path.hpp"

namespace tfrec {

namespace {

constexpr int k_open_folder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void sync_opened(int opened, const std::filesystem::path& path) {
  const FileDescriptor fd(opened);
  if (!fd.is_open()) throw system_error(errno, path.string(), "cannot open");
  if (::fsync(fd.get()) == 0) return;
  // Some file systems report that they can't sync a folder; they have no names to lose.
  if (errno != EINVAL && errno != EOPNOTSUPP && errno != ENOSYS)
    throw system_error(errno, path.string(), "cannot sync");
}

/// So that a new folder is still there after a crash.
void sync_name(const std::filesystem::path& folder) {
  const std::filesystem::path parent = parent_folder(folder);
  const int opened = ::open(parent.c_str(), k_open_folder);
  // One that may be written but not read can't be synced; one that is gone was removed by another process.
  if (opened >= 0 || (errno != EACCES && errno != ENOENT)) sync_opened(opened, parent);
}

}  // namespace

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    m_fd = std::exchange(other.m_fd, -1);
  }
  return *this;
}

FileDescriptor::~FileDescriptor() {
  close();
}

int FileDescriptor::close() {
  if (m_fd < 0) return 0;
  return ::close(std::exchange(m_fd, -1)) == 0 || errno == EINTR ? 0 : errno;
}

InputFile::InputFile(const std::filesystem::path& path) : m_name(path.string()) {
  // O_NONBLOCK: opening a FIFO must not wait for a writer; regular files ignore it.
  m_fd = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!m_fd.is_open()) throw system_error(errno, m_name, "cannot open");
  take_facts();
}

InputFile::InputFile(FileDescriptor fd, std::string name) : m_fd(std::move(fd)), m_name(std::move(name)) {
  take_facts();
}

void InputFile::take_facts() {
  struct stat facts {};
  if (::fstat(m_fd.get(), &facts) != 0) throw system_error(errno, m_name, "cannot stat");
  if (!S_ISREG(facts.st_mode)) throw Error(ErrorKind::bad_data, m_name, "not a regular file");
  m_size = static_cast<std::uint64_t>(facts.st_size);
  m_modified_ns = nanoseconds(facts.st_mtim);
  m_changed_ns = std::max(m_modified_ns, nanoseconds(facts.st_ctim));
}

bool InputFile::has_changed() const {
  struct stat facts {};
  if (::fstat(m_fd.get(), &facts) != 0) throw system_error(errno, m_name, "cannot stat");
  return static_cast<std::uint64_t>(facts.st_size) != m_size || nanoseconds(facts.st_mtim) != m_modified_ns;
}

std::size_t InputFile::read_at(std::uint64_t offset, std::span<char> buffer) const {
  std::size_t done = 0;
  while (done < buffer.size()) {
    const ssize_t got =
        ::pread(m_fd.get(), buffer.data() + done, buffer.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw system_error(errno, m_name, "cannot read");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void InputFile::will_read(std::uint64_t offset, std::uint64_t length) const {
  static_cast<void>(::posix_fadvise(m_fd.get(), static_cast<off_t>(offset), static_cast<off_t>(length),
                                    POSIX_FADV_WILLNEED));
}

std::string read_whole(const InputFile& file, std::uint64_t max_bytes) {
  if (file.size() > max_bytes) {
    throw Error(ErrorKind::bad_data, file.name(),
                "has " + std::to_string(file.size()) + " bytes, more than " + std::to_string(max_bytes));
  }
  std::string content;
  read_whole(file, content);
  return content;
}

void read_whole(const InputFile& file, std::string& content) {
  if (content.capacity() < file.size()) content = {};  // so that growing copies nothing
  content.resize(file.size());
  if (file.read_at(0, std::span<char>(content)) != content.size()) {
    throw Error(ErrorKind::machine, file.name(), "became shorter while it was read");
  }
}

std::string read_whole(const std::filesystem::path& path, std::uint64_t max_bytes) {
  return read_whole(InputFile(path), max_bytes);
}

void write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw system_error(errno, path, "cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

std::vector<std::filesystem::path> missing_folders(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> missing;
  std::error_code unknown;
  for (std::filesystem::path at = folder; !at.empty() && !std::filesystem::exists(at, unknown);
       at = at.parent_path())
    missing.push_back(at);
  return missing;
}

bool make_folder(const std::filesystem::path& folder) {
  const std::vector<std::filesystem::path> missing = missing_folders(folder);
  std::error_code failed;
  const bool made = std::filesystem::create_directories(folder, failed);
  if (failed == std::errc::not_a_directory) {
    std::filesystem::path in_the_way;
    for (const auto& part : folder) {
      in_the_way /= part;
      std::error_code unknown;
      if (!std::filesystem::is_directory(in_the_way, unknown)) break;
    }
    throw Error(ErrorKind::usage, in_the_way.string(), "is not a folder");
  }
  if (failed == std::errc::file_exists && std::filesystem::is_symlink(folder.parent_path()))
    throw Error(ErrorKind::usage, folder.parent_path().string(), "is a broken link");
  if (failed) throw system_error(failed.value(), folder.string(), "cannot make the folder");
  for (const std::filesystem::path& fresh : missing) sync_name(fresh);
  return made;
}

void sync_folder(const std::filesystem::path& folder) {
  sync_opened(::open(folder.c_str(), k_open_folder), folder);
}

void sync_file(const std::filesystem::path& file) {
  sync_opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW), file);
}

}  // namespace tfrec
