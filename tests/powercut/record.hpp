// SPDX-License-Identifier: Apache-2.0
// How recorder.cpp writes calls down. Each does the call and its line under one lock: the order is the true
// one.
#pragma once

#include <cstdint>
#include <ctime>
#include <dlfcn.h>
#include <functional>
#include <string>
#include <sys/types.h>

#include "operation.hpp"

namespace tfrec::test {

/// The function of this name that would be called without the recorder.
template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

/// Whether calls on this file, on this path are written down.
bool is_recorded(int fd);
bool is_recorded(int folder, const char* path);

/// Whether open() with these flags has a third argument.
bool takes_mode(int flags);

int record_open(int folder, const char* path, int flags, mode_t mode);
int record_rename(int from_folder, const char* from, int to_folder, const char* to, unsigned flags);
int record_link(const char* from, const char* to);
/// A name is made or removed.
int record_name(OperationKind kind, int folder, const char* path, const std::function<int()>& call);
/// `offset` is asked for under the lock.
ssize_t record_write(int fd, const void* bytes, const std::function<ssize_t()>& call,
                     const std::function<off_t()>& offset);
int record_resize(int fd, off_t size, const std::function<int()>& call);
int record_sync(int fd, const std::function<int()>& call);
int record_sync_all();
int record_time(int fd, const timespec* times);

/// What tfrec does not call, and what would go unseen: ends the program.
void refuse(const char* call, int fd);
void refuse(const char* call, int folder, const char* path);

}  // namespace tfrec::test
