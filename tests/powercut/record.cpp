// SPDX-License-Identifier: Apache-2.0
#include "record.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

namespace tfrec::test {

namespace fs = std::filesystem;

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

struct Log {
  std::string under = variable("POWERCUT_UNDER");
  int fd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, variable("POWERCUT_LOG").c_str(),
                                      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  std::mutex mutex;

  bool concerns(const std::string& path) const {
    return path.starts_with(under) && (path.size() == under.size() || path[under.size()] == '/');
  }
};

/// Never destroyed: threads may still write while the program ends.
Log& journal() {
  static auto* const made = new Log;
  return *made;
}

using Lock = std::scoped_lock<std::mutex>;

[[noreturn]] void give_up(const char* call, const std::string& path) {
  std::fprintf(stderr, "recorder: %s of %s can't be recorded\n", call, path.c_str());
  std::abort();
}

std::string link_target(const std::string& link) {
  char buffer[PATH_MAX];
  const ssize_t size = ::readlink(link.c_str(), buffer, sizeof buffer);
  return size < 0 ? std::string() : std::string(buffer, static_cast<std::size_t>(size));
}

std::string path_of(int fd) {
  return link_target("/proc/self/fd/" + std::to_string(fd));
}

std::string absolute(int folder, const char* path) {
  fs::path whole = path;
  if (whole.is_relative())
    whole = (folder == AT_FDCWD ? link_target("/proc/self/cwd") : path_of(folder)) / whole;
  whole = whole.lexically_normal();
  return whole.has_filename() ? whole.string() : whole.parent_path().string();
}

/// The path in the recorded folder.
std::string below(const std::string& path) {
  const std::string& under = journal().under;
  return path.size() == under.size() ? "" : path.substr(under.size() + 1);
}

struct Line {
  OperationKind kind{};
  std::string path{};
  std::string other{};
  std::uint64_t inode = 0;
  std::uint64_t number = 0;
  std::string_view bytes{};
};

void write_down(const Line& line) {
  const int reason = errno;
  const OperationHead head{line.kind,
                           static_cast<std::uint32_t>(line.path.size()),
                           static_cast<std::uint32_t>(line.other.size()),
                           static_cast<std::uint32_t>(line.bytes.size()),
                           line.inode,
                           line.number};
  std::string text(reinterpret_cast<const char*>(&head), sizeof head);
  text.append(line.path).append(line.other).append(line.bytes);
  const auto put = ::syscall(SYS_write, journal().fd, text.data(), text.size());
  if (put != static_cast<long>(text.size())) give_up("record", line.path);
  errno = reason;
}

struct stat facts_of(int fd) {
  struct stat facts {};
  if (::fstat(fd, &facts) != 0) give_up("stat", path_of(fd));
  return facts;
}

}  // namespace

bool is_recorded(int fd) {
  return journal().concerns(path_of(fd));
}

bool is_recorded(int folder, const char* path) {
  return journal().concerns(absolute(folder, path));
}

bool takes_mode(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

int record_open(int folder, const char* path, int flags, mode_t mode) {
  static const auto real = next<int (*)(int, const char*, int, mode_t)>("openat");
  if ((flags & O_ACCMODE) == O_RDONLY && !takes_mode(flags)) return real(folder, path, flags, mode);
  const std::string whole = absolute(folder, path);
  if (!journal().concerns(whole)) return real(folder, path, flags, mode);
  if ((flags & O_TMPFILE) == O_TMPFILE) give_up("open of a file without name", whole);
  const Lock lock(journal().mutex);
  struct stat facts {};
  const bool was_there = ::lstat(whole.c_str(), &facts) == 0;
  const int fd = real(folder, path, flags, mode);
  if (fd < 0) return fd;
  const std::uint64_t inode = facts_of(fd).st_ino;
  if (!was_there) write_down({.kind = OperationKind::make_file, .path = below(whole), .inode = inode});
  if (was_there && (flags & O_TRUNC) != 0) write_down({.kind = OperationKind::resize, .inode = inode});
  return fd;
}

int record_rename(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, unsigned)>("renameat2");
  const std::string source = absolute(from_folder, from);
  const std::string target = absolute(to_folder, to);
  const bool is_in = journal().concerns(target);
  const bool was_in = journal().concerns(source);
  if (!is_in && !was_in) return real(from_folder, from, to_folder, to, flags);
  if (!is_in || !was_in || (flags & RENAME_EXCHANGE) != 0) give_up("rename", source + " to " + target);
  const Lock lock(journal().mutex);
  const int result = real(from_folder, from, to_folder, to, flags);
  if (result == 0) write_down({.kind = OperationKind::rename, .path = below(source), .other = below(target)});
  return result;
}

int record_link(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("link");
  const std::string source = absolute(AT_FDCWD, from);
  const std::string target = absolute(AT_FDCWD, to);
  if (!journal().concerns(target)) return real(from, to);
  if (!journal().concerns(source)) give_up("link", source);
  const Lock lock(journal().mutex);
  const int result = real(from, to);
  if (result == 0) write_down({.kind = OperationKind::link, .path = below(source), .other = below(target)});
  return result;
}

int record_name(OperationKind kind, int folder, const char* path, const std::function<int()>& call) {
  const std::string whole = absolute(folder, path);
  if (!journal().concerns(whole)) return call();
  const Lock lock(journal().mutex);
  const int result = call();
  if (result == 0) write_down({.kind = kind, .path = below(whole)});
  return result;
}

ssize_t record_write(int fd, const void* bytes, const std::function<ssize_t()>& call,
                     const std::function<off_t()>& offset) {
  if (!is_recorded(fd)) return call();
  const Lock lock(journal().mutex);
  const off_t at = (::fcntl(fd, F_GETFL) & O_APPEND) != 0 ? facts_of(fd).st_size : offset();
  const ssize_t put = call();
  if (put > 0) {
    write_down({.kind = OperationKind::write,
                .inode = facts_of(fd).st_ino,
                .number = static_cast<std::uint64_t>(at),
                .bytes = {static_cast<const char*>(bytes), static_cast<std::size_t>(put)}});
  }
  return put;
}

int record_resize(int fd, off_t size, const std::function<int()>& call) {
  if (!is_recorded(fd)) return call();
  const Lock lock(journal().mutex);
  const int result = call();
  if (result == 0) {
    write_down({.kind = OperationKind::resize,
                .inode = facts_of(fd).st_ino,
                .number = static_cast<std::uint64_t>(size)});
  }
  return result;
}

int record_sync(int fd, const std::function<int()>& call) {
  const std::string path = path_of(fd);
  if (!journal().concerns(path)) return call();
  const Lock lock(journal().mutex);
  const int result = call();
  if (result != 0) return result;
  const struct stat facts = facts_of(fd);
  if (S_ISDIR(facts.st_mode)) {
    write_down({.kind = OperationKind::sync_folder, .path = below(path)});
  } else {
    write_down({.kind = OperationKind::sync_file, .inode = facts.st_ino});
  }
  return result;
}

int record_sync_all() {
  const Lock lock(journal().mutex);
  write_down({.kind = OperationKind::sync_all});
  return 0;
}

int record_time(int fd, const timespec* times) {
  static const auto real = next<int (*)(int, const timespec*)>("futimens");
  if (!is_recorded(fd)) return real(fd, times);
  const Lock lock(journal().mutex);
  const int result = real(fd, times);
  if (result != 0) return result;
  const struct stat facts = facts_of(fd);
  const std::int64_t time = facts.st_mtim.tv_sec * std::int64_t{1'000'000'000} + facts.st_mtim.tv_nsec;
  write_down(
      {.kind = OperationKind::set_time, .inode = facts.st_ino, .number = static_cast<std::uint64_t>(time)});
  return result;
}

void refuse(const char* call, int fd) {
  if (is_recorded(fd)) give_up(call, path_of(fd));
}

void refuse(const char* call, int folder, const char* path) {
  if (is_recorded(folder, path)) give_up(call, absolute(folder, path));
}

}  // namespace tfrec::test
