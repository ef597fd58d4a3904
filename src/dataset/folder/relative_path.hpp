// SPDX-License-Identifier: Apache-2.0
// Paths as they are in CSV cells: bytes, parts joined by '/'.
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// Whether a path leaves the folder it is relative to by its text alone: it is absolute or has a ".." part.
bool leaves_by_its_parts(std::string_view path);

/// `path` without "." parts and doubled slashes: "./a//b.jpg" -> "a/b.jpg".
std::string tidied(std::string_view path);

/// What comes after the last slash.
inline std::string_view file_name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace tfrec
