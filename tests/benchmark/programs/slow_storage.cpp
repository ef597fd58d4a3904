// SPDX-License-Identifier: Apache-2.0
// Preloaded (LD_PRELOAD): each open of a file and each read takes TFREC_SLOW_MS milliseconds longer where the
// file's name ends in .jpg, as on storage far away. Any number of them at once, as there.
#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <string_view>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

std::array<std::atomic<bool>, 65536> slow_files;

void wait() {
  static const char* const setting = std::getenv("TFREC_SLOW_MS");
  static const long ms = setting == nullptr ? 0 : std::atol(setting);
  const timespec time{ms / 1000, ms % 1000 * 1'000'000};
  ::nanosleep(&time, nullptr);
}

template <class Function>
Function original(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

bool is_slow(int fd) {
  return fd >= 0 && static_cast<std::size_t>(fd) < slow_files.size() &&
         slow_files[static_cast<std::size_t>(fd)];
}

int opened(const char* path, long fd) {
  if (fd < 0 || static_cast<std::size_t>(fd) >= slow_files.size()) return static_cast<int>(fd);
  const bool slow = std::string_view(path).ends_with(".jpg");
  slow_files[static_cast<std::size_t>(fd)] = slow;
  if (slow) wait();
  return static_cast<int>(fd);
}

}  // namespace

// NOLINTBEGIN: the signatures are glibc's
extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const int mode = va_arg(more, int);
  va_end(more);
  static const auto call = original<int (*)(const char*, int, ...)>("open");
  return opened(path, call(path, flags, mode));
}

int openat(int folder, const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const int mode = va_arg(more, int);
  va_end(more);
  static const auto call = original<int (*)(int, const char*, int, ...)>("openat");
  return opened(path, call(folder, path, flags, mode));
}

// glibc has no openat2 of its own: it is called by its number.
long syscall(long number, ...) {
  va_list more;
  va_start(more, number);
  long with[6];
  for (long& argument : with) argument = va_arg(more, long);
  va_end(more);
  static const auto call = original<long (*)(long, ...)>("syscall");
  const long result = call(number, with[0], with[1], with[2], with[3], with[4], with[5]);
  return number == SYS_openat2 ? opened(reinterpret_cast<const char*>(with[1]), result) : result;
}

ssize_t read(int fd, void* buffer, size_t size) {
  static const auto call = original<ssize_t (*)(int, void*, size_t)>("read");
  if (is_slow(fd)) wait();
  return call(fd, buffer, size);
}

ssize_t pread(int fd, void* buffer, size_t size, off_t offset) {
  static const auto call = original<ssize_t (*)(int, void*, size_t, off_t)>("pread");
  if (is_slow(fd)) wait();
  return call(fd, buffer, size, offset);
}
}
// NOLINTEND
