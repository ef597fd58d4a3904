// SPDX-License-Identifier: Apache-2.0
#include "base/text/nearest_path.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/text/nearest.hpp"

namespace tfrec {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_entries = 10'000;  // of a folder that are looked at: a hint is to come at once

std::string hint(fs::path missing, bool is_folder) {
  if (!missing.has_filename()) missing = missing.parent_path();  // "photos/"
  const fs::path parent = missing.parent_path();
  std::error_code failed;
  fs::directory_iterator entry(parent.empty() ? fs::path(".") : parent, failed);
  std::vector<std::string> names;
  for (std::size_t seen = 0; !failed && entry != fs::directory_iterator() && seen < k_most_entries; ++seen) {
    std::error_code unknown;
    const bool fits = is_folder ? entry->is_directory(unknown) : entry->is_regular_file(unknown);
    if (fits) names.push_back(entry->path().filename().string());
    entry.increment(failed);
  }
  std::sort(names.begin(), names.end());  // the disk's order is arbitrary
  const auto near = nearest(missing.filename().string(), names);
  return near ? "did you mean '" + (parent / *near).string() + "'?" : "";
}

}  // namespace

std::string nearest_file_hint(const fs::path& missing) {
  return hint(missing, false);
}

std::string nearest_folder_hint(const fs::path& missing) {
  return hint(missing, true);
}

}  // namespace tfrec
