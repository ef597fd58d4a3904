// SPDX-License-Identifier: Apache-2.0
#include "base/files/temporary_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>

#include "base/error.hpp"

namespace tfrec {

FileDescriptor temporary_file() {
  std::error_code failed;
  std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
  if (failed) folder = "/tmp";
  std::string name = (folder / "tfrec-XXXXXX").string();
  FileDescriptor fd(::mkostemp(name.data(), O_CLOEXEC));
  if (!fd.is_open()) throw system_error(errno, folder.string(), "cannot make a temporary file in it");
  ::unlink(name.c_str());
  return fd;
}

}  // namespace tfrec
