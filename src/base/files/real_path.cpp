// SPDX-License-Identifier: Apache-2.0
#include "base/files/real_path.hpp"

#include <algorithm>
#include <sys/stat.h>
#include <system_error>

namespace tfrec {

namespace fs = std::filesystem;

fs::path real_path(const fs::path& path) {
  std::error_code failed;
  fs::path real = fs::weakly_canonical(fs::absolute(path, failed), failed);
  if (failed) real = fs::absolute(path, failed).lexically_normal();  // links in a loop
  return real.has_filename() || !real.has_relative_path() ? real : real.parent_path();
}

fs::path parent_folder(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

FileId file_id(const fs::path& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 ? FileId{facts.st_dev, facts.st_ino} : FileId{};
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace tfrec
