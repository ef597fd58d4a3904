// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tfrec::test {

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

 private:
  std::filesystem::path m_path;
};

/// Whether a folder, which need not be there, holds anything but a staging folder: what a failed build leaves
/// for the next one is not published.
bool published_anything(const std::filesystem::path& folder);

}  // namespace tfrec::test
