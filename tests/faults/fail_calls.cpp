// SPDX-License-Identifier: Apache-2.0
// Preloaded into a program under test (LD_PRELOAD): the Nth call of one kind that concerns a file below one
// folder fails, as it would on a full or broken disk. All others go through.
//
//   TFREC_FAIL_CALL   write, fsync (fdatasync and syncfs, too), fdatasync, rename, open (with O_CREAT), close
//   (of a file opened for
//                     writing alone), ftruncate, mkdir, unlink, link (to it), flock or pread
//   TFREC_FAIL_UNDER  the folder, absolute; itself counts too
//   TFREC_FAIL_AT     which call fails, from 1
//   TFREC_FAIL_EVER   set: all calls after it fail, too
//   TFREC_FAIL_ERRNO  its error, as a number; 0: writes are cut short after one byte instead, and a
//                     file that is read gets another modification time; -1: nothing, for the program is
//                     killed there; -2: reads are cut short after one byte;
//                     -3: one bit of what is read is another
//   TFREC_FAIL_LOG    a file that gets the path of each call that failed, a line each
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

namespace {

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

constexpr int k_kill = -1;
constexpr int k_short = -2;
constexpr int k_flipped = -3;

struct Fault {
  std::string call = setting("TFREC_FAIL_CALL");
  std::string under = setting("TFREC_FAIL_UNDER");
  std::string log = setting("TFREC_FAIL_LOG");
  long at = std::atol(setting("TFREC_FAIL_AT").c_str());
  bool ever = !setting("TFREC_FAIL_EVER").empty();
  int reason = std::atoi(setting("TFREC_FAIL_ERRNO").c_str());
  std::atomic<long> seen{0};

  bool concerns(const std::string& path) const {
    return path.compare(0, under.size(), under) == 0 &&
           (path.size() == under.size() || path[under.size()] == '/');
  }
};

/// Never destroyed: threads may still write while the program ends.
Fault& fault() {
  static auto* const made = new Fault;
  return *made;
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
  if (path[0] == '/') return path;
  return (folder == AT_FDCWD ? link_target("/proc/self/cwd") : path_of(folder)) + "/" + path;
}

void remember(const std::string& path) {
  const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
  const auto fd = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, fault().log.c_str(), flags, 0666));
  const std::string line = path + "\n";
  ::syscall(SYS_write, fd, line.data(), line.size());
  ::syscall(SYS_close, fd);
}

/// Whether this call is the one. Sets errno.
bool fails(const char* call, const std::string& path) {
  Fault& chosen = fault();
  if (chosen.call != call || !chosen.concerns(path)) return false;
  const long number = ++chosen.seen;
  if (number < chosen.at || (number > chosen.at && !chosen.ever)) return false;
  remember(path);
  if (chosen.reason == k_kill) ::kill(::getpid(), SIGKILL);
  errno = chosen.reason;
  return true;
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

bool makes_file(int flags) {
  return (flags & O_CREAT) != 0;
}

bool is_written(int fd) {
  return (::fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY;
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, size_t count) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  if (count == 0 || !fails("write", path_of(fd))) return real(fd, bytes, count);
  return errno == 0 ? real(fd, bytes, 1) : -1;
}

ssize_t pwrite(int fd, const void* bytes, size_t count, off_t offset) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  if (count == 0 || !fails("write", path_of(fd))) return real(fd, bytes, count, offset);
  return errno == 0 ? real(fd, bytes, 1, offset) : -1;
}

ssize_t pread(int fd, void* bytes, size_t count, off_t offset) {
  static const auto real = next<ssize_t (*)(int, void*, size_t, off_t)>("pread");
  if (count == 0 || !fails("pread", path_of(fd))) return real(fd, bytes, count, offset);
  if (errno > 0) return -1;
  if (errno == k_short) return real(fd, bytes, 1, offset);
  if (errno == k_flipped) {
    const ssize_t got = real(fd, bytes, count, offset);
    if (got > 0) static_cast<char*>(bytes)[got / 2] ^= 1;
    return got;
  }
  // Opened for reading alone, but its times may be set.
  constexpr timespec k_then[2] = {{1, 0}, {1, 0}};
  ::futimens(fd, k_then);
  return real(fd, bytes, count, offset);
}

int fsync(int fd) {
  static const auto real = next<int (*)(int)>("fsync");
  return fails("fsync", path_of(fd)) ? -1 : real(fd);
}

int fdatasync(int fd) {
  static const auto real = next<int (*)(int)>("fdatasync");
  return fails("fsync", path_of(fd)) || fails("fdatasync", path_of(fd)) ? -1 : real(fd);
}

int syncfs(int fd) {
  static const auto real = next<int (*)(int)>("syncfs");
  return fails("fsync", path_of(fd)) ? -1 : real(fd);
}

int ftruncate(int fd, off_t size) {
  static const auto real = next<int (*)(int, off_t)>("ftruncate");
  return fails("ftruncate", path_of(fd)) ? -1 : real(fd, size);
}

int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return fails("rename", absolute(AT_FDCWD, to)) ? -1 : real(from, to);
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  static const auto real = next<int (*)(int, const char*, int, const char*)>("renameat");
  return fails("rename", absolute(to_folder, to)) ? -1 : real(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, unsigned)>("renameat2");
  return fails("rename", absolute(to_folder, to)) ? -1 : real(from_folder, from, to_folder, to, flags);
}

int open(const char* path, int flags, ...) {
  static const auto real = next<int (*)(const char*, int, mode_t)>("open");
  va_list more;
  va_start(more, flags);
  const mode_t mode = makes_file(flags) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return makes_file(flags) && fails("open", absolute(AT_FDCWD, path)) ? -1 : real(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  static const auto real = next<int (*)(int, const char*, int, mode_t)>("openat");
  va_list more;
  va_start(more, flags);
  const mode_t mode = makes_file(flags) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return makes_file(flags) && fails("open", absolute(folder, path)) ? -1 : real(folder, path, flags, mode);
}

int close(int fd) {
  static const auto real = next<int (*)(int)>("close");
  const bool failed = is_written(fd) && fails("close", path_of(fd));
  const int reason = errno;
  const int result = real(fd);  // Linux closes it whatever it returns
  if (!failed) return result;
  errno = reason;
  return -1;
}

int mkdir(const char* path, mode_t mode) {
  static const auto real = next<int (*)(const char*, mode_t)>("mkdir");
  return fails("mkdir", absolute(AT_FDCWD, path)) ? -1 : real(path, mode);
}

int link(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("link");
  return fails("link", absolute(AT_FDCWD, to)) ? -1 : real(from, to);
}

int lock_file(int fd, int operation) __asm__("flock");  // a struct has the name, too

int lock_file(int fd, int operation) {
  static const auto real = next<int (*)(int, int)>("flock");
  return fails("flock", path_of(fd)) ? -1 : real(fd, operation);
}

int unlink(const char* path) {
  static const auto real = next<int (*)(const char*)>("unlink");
  return fails("unlink", absolute(AT_FDCWD, path)) ? -1 : real(path);
}

}  // extern "C"
