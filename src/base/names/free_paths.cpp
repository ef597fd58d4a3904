// SPDX-License-Identifier: Apache-2.0
#include "base/names/free_paths.hpp"

#include "base/names/folded_name.hpp"

namespace tfrec {

namespace {

/// Calls visit("a"), visit("a/b") for "a/b/c.txt"; ends where it returns true.
template <class Visit>
bool any_folder(const std::string& path, const Visit& visit) {
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    if (visit(folded_name(path.substr(0, slash)))) return true;
  }
  return false;
}

}  // namespace

bool FreePaths::is_blocked(const std::string& path) const {
  return any_folder(path, [&](const std::string& folder) { return m_files.contains(folder); });
}

std::string FreePaths::take(const std::string& stem, const std::string& extension, const Refuses& refuses) {
  const auto fits = [&](const std::string& name) {
    return !(refuses && refuses(name)) && is_free(name + extension);
  };
  std::string path = stem + extension;
  if (!fits(stem)) {
    std::uint64_t& number = m_next_number.try_emplace(folded_name(path), 2).first->second;
    while (!fits(stem + "-" + std::to_string(number))) ++number;
    path = stem + "-" + std::to_string(number) + extension;
  }
  add(path);
  return path;
}

bool FreePaths::is_free(const std::string& path) const {
  const std::string key = folded_name(path);
  return !m_files.contains(key) && !m_folders.contains(key);
}

void FreePaths::add(const std::string& path) {
  m_files.insert(folded_name(path));
  any_folder(path, [&](std::string folder) {
    m_folders.insert(std::move(folder));
    return false;
  });
}

}  // namespace tfrec
