// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/relative_path.hpp"

namespace tfrec {

namespace {

/// Takes the first part of `rest` off, with its slash.
std::string_view next_part(std::string_view& rest) {
  const std::size_t slash = rest.find('/');
  const std::string_view part = rest.substr(0, slash);
  rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
  return part;
}

}  // namespace

bool leaves_by_its_parts(std::string_view path) {
  if (path.starts_with('/')) return true;
  while (!path.empty()) {
    if (next_part(path) == "..") return true;
  }
  return false;
}

std::string tidied(std::string_view path) {
  std::string tidy;
  while (!path.empty()) {
    const std::string_view part = next_part(path);
    if (part.empty() || part == ".") continue;
    if (!tidy.empty()) tidy += '/';
    tidy += part;
  }
  return tidy;
}

}  // namespace tfrec
