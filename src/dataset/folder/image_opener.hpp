// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/files/file.hpp"

namespace tfrec {

/// Opens images by their path relative to a root folder, from any thread.
class ImageOpener {
 public:
  /// beneath: nothing outside root is read, wherever links lead, and the check and the open are one act (for
  /// builds from a CSV). anywhere: links may lead out (for folders as their owner laid them out).
  enum class Reach { beneath, anywhere };

  /// Throws Error (machine) if root can't be opened.
  ImageOpener(const std::filesystem::path& root, Reach reach);

  /// Throws Error: bad_data if the path is absolute, has a ".." part, or leaves root through a link, or is
  /// no regular file; machine if it can't be opened. Messages name root/relative.
  InputFile open(std::string_view relative) const;

 private:
  /// Where the kernel can't hold a path beneath a folder by itself, or stumbles over an absolute link that
  /// stays inside.
  FileDescriptor open_checked(std::string_view relative) const;

  std::filesystem::path m_root;
  std::filesystem::path m_canonical_root;
  FileDescriptor m_folder;
  Reach m_reach;
};

}  // namespace tfrec
