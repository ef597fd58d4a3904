// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/files/file.hpp"

namespace tfrec {

enum class FileLock {
  taken,        // until the last descriptor of the open file is closed
  held,         // another open file holds it
  unsupported,  // the file system has no locks, as Lustre and NFS may be mounted
};

/// Locks an open file, without waiting. Throws Error (machine) that names `path`.
FileLock try_lock(const FileDescriptor& file, const std::filesystem::path& path);

/// Whether the path still leads to the open file, which another process may have removed or replaced.
bool is_file_of(const FileDescriptor& file, const std::filesystem::path& path);

}  // namespace tfrec
