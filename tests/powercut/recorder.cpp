// SPDX-License-Identifier: Apache-2.0
// Preloaded into tfrec (LD_PRELOAD): writes down each call that changes a file below a folder, and each sync.
//
//   POWERCUT_UNDER  the folder, absolute, without links
//   POWERCUT_LOG    the file that gets an OperationHead, and what follows it, for each
//
// A call that changes files and can't be written down ends the program. One that is missing here shows when
// the recording is replayed as a whole: that gives other files than the program left.
#include <cstdarg>
#include <cstdio>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "record.hpp"

using namespace tfrec::test;

extern "C" {

int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = takes_mode(flags) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return record_open(AT_FDCWD, path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = takes_mode(flags) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return record_open(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = takes_mode(flags) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return record_open(folder, path, flags, mode);
}

ssize_t write(int fd, const void* bytes, size_t count) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  return record_write(
      fd, bytes, [&] { return real(fd, bytes, count); }, [&] { return ::lseek(fd, 0, SEEK_CUR); });
}

ssize_t pwrite(int fd, const void* bytes, size_t count, off_t offset) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  return record_write(
      fd, bytes, [&] { return real(fd, bytes, count, offset); }, [&] { return offset; });
}

int ftruncate(int fd, off_t size) {
  static const auto real = next<int (*)(int, off_t)>("ftruncate");
  return record_resize(fd, size, [&] { return real(fd, size); });
}

int rename(const char* from, const char* to) {
  return record_rename(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  return record_rename(from_folder, from, to_folder, to, 0);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  return record_rename(from_folder, from, to_folder, to, flags);
}

int link(const char* from, const char* to) {
  return record_link(from, to);
}

int unlink(const char* path) {
  static const auto real = next<int (*)(const char*)>("unlink");
  return record_name(OperationKind::remove, AT_FDCWD, path, [&] { return real(path); });
}

int unlinkat(int folder, const char* path, int flags) {
  static const auto real = next<int (*)(int, const char*, int)>("unlinkat");
  return record_name(OperationKind::remove, folder, path, [&] { return real(folder, path, flags); });
}

int remove(const char* path) {
  static const auto real = next<int (*)(const char*)>("remove");
  return record_name(OperationKind::remove, AT_FDCWD, path, [&] { return real(path); });
}

int rmdir(const char* path) {
  static const auto real = next<int (*)(const char*)>("rmdir");
  return record_name(OperationKind::remove, AT_FDCWD, path, [&] { return real(path); });
}

int mkdir(const char* path, mode_t mode) {
  static const auto real = next<int (*)(const char*, mode_t)>("mkdir");
  return record_name(OperationKind::make_folder, AT_FDCWD, path, [&] { return real(path, mode); });
}

int mkdirat(int folder, const char* path, mode_t mode) {
  static const auto real = next<int (*)(int, const char*, mode_t)>("mkdirat");
  return record_name(OperationKind::make_folder, folder, path, [&] { return real(folder, path, mode); });
}

int fsync(int fd) {
  static const auto real = next<int (*)(int)>("fsync");
  return record_sync(fd, [&] { return real(fd); });
}

int fdatasync(int fd) {
  static const auto real = next<int (*)(int)>("fdatasync");
  return record_sync(fd, [&] { return real(fd); });
}

int syncfs(int fd) {
  static const auto real = next<int (*)(int)>("syncfs");
  return is_recorded(fd) ? record_sync_all() : real(fd);  // a real one would wait for other programs' files
}

int futimens(int fd, const timespec times[2]) {
  return record_time(fd, times);
}

int utimensat(int folder, const char* path, const timespec times[2], int flags) {
  static const auto real = next<int (*)(int, const char*, const timespec*, int)>("utimensat");
  if (!is_recorded(folder, path)) return real(folder, path, times, flags);
  const auto fd = static_cast<int>(::syscall(SYS_openat, folder, path, O_RDONLY | O_CLOEXEC, 0));
  if (fd < 0) return -1;
  const int result = record_time(fd, times);
  ::close(fd);
  return result;
}

ssize_t writev(int fd, const iovec* pieces, int count) {
  static const auto real = next<ssize_t (*)(int, const iovec*, int)>("writev");
  refuse("writev", fd);
  return real(fd, pieces, count);
}

int fallocate(int fd, int mode, off_t offset, off_t length) {
  static const auto real = next<int (*)(int, int, off_t, off_t)>("fallocate");
  refuse("fallocate", fd);
  return real(fd, mode, offset, length);
}

ssize_t copy_file_range(int in, off64_t* from, int out, off64_t* to, size_t count, unsigned flags) {
  using Real = ssize_t (*)(int, off64_t*, int, off64_t*, size_t, unsigned);
  static const auto real = next<Real>("copy_file_range");
  refuse("copy_file_range", out);
  return real(in, from, out, to, count, flags);
}

ssize_t sendfile(int out, int in, off_t* offset, size_t count) {
  static const auto real = next<ssize_t (*)(int, int, off_t*, size_t)>("sendfile");
  refuse("sendfile", out);
  return real(out, in, offset, count);
}

int truncate(const char* path, off_t size) {
  static const auto real = next<int (*)(const char*, off_t)>("truncate");
  refuse("truncate", AT_FDCWD, path);
  return real(path, size);
}

int symlink(const char* target, const char* path) {
  static const auto real = next<int (*)(const char*, const char*)>("symlink");
  refuse("symlink", AT_FDCWD, path);
  return real(target, path);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, int)>("linkat");
  refuse("linkat", to_folder, to);
  return real(from_folder, from, to_folder, to, flags);
}

void* mmap(void* place, size_t length, int protection, int flags, int fd, off_t offset) {
  static const auto real = next<void* (*)(void*, size_t, int, int, int, off_t)>("mmap");
  if (fd >= 0 && (flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0) refuse("mmap", fd);
  return real(place, length, protection, flags, fd, offset);
}

}  // extern "C"
