// SPDX-License-Identifier: Apache-2.0
#include "base/files/free_space.hpp"

#include <sys/statvfs.h>
#include <system_error>

namespace tfrec {

namespace fs = std::filesystem;

std::optional<std::uint64_t> free_space(const fs::path& path) {
  std::error_code failed;
  fs::path there = fs::absolute(path, failed);
  while (!fs::exists(there, failed) && there.has_relative_path()) there = there.parent_path();
  struct statvfs facts {};
  if (::statvfs(there.c_str(), &facts) != 0 || facts.f_blocks == 0) return std::nullopt;
  return std::uint64_t{facts.f_bavail} * facts.f_frsize;
}

}  // namespace tfrec
