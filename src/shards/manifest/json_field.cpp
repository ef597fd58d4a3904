// SPDX-License-Identifier: Apache-2.0
#include "shards/manifest/json_field.hpp"

#include <algorithm>
#include <filesystem>

#include "base/text/printable.hpp"
#include "shards/names/set_files.hpp"

namespace tfrec {

bool stays_in_folder(const std::string& path) {
  const std::filesystem::path parsed(path);
  if (path.empty() || path.find('\0') != std::string::npos || parsed.is_absolute()) return false;
  if (path.find("//") != std::string::npos) return false;  // a second name of the same file
  return std::none_of(parsed.begin(), parsed.end(), [](const std::filesystem::path& part) {
    return part == ".." || part == "." || part.empty();
  });
}

std::string path_in_folder(const JsonField& field) {
  std::string path = field.text();
  if (!stays_in_folder(path)) field.fail("'" + printable(path) + "' leaves the manifest's folder");
  if (is_in_hidden_folder(path)) field.fail("'" + printable(path) + "' is in a hidden folder");
  return path;
}

}  // namespace tfrec
