// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec::test {

/// Contents by path.
using Files = std::map<std::string, std::string>;

/// Their paths, those of folders left out.
std::vector<std::string> names(const Files& files);

/// A fresh folder for one test, removed at the end unless the environment has TFREC_KEEP_SCRATCH.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return m_path; }
  std::filesystem::path operator/(std::string_view relative) const { return m_path / relative; }

  /// Writes `relative` (folders are made) and returns its path.
  std::filesystem::path write(std::string_view relative, std::string_view content) const;
  std::string read(std::string_view relative) const;
  /// Everything below a folder by its path in there; a folder has a '/' at its end and an empty content, as
  /// whatever is not a file. Nothing where the folder is missing.
  Files files(std::string_view relative = ".") const;

 private:
  std::filesystem::path m_path;
};

/// Whether a folder contains anything but a staging folder: what a failed build leaves for the next one is
/// not published. The folder may be missing.
bool published_anything(const std::filesystem::path& folder);

}  // namespace tfrec::test
