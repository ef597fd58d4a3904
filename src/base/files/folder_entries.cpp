// SPDX-License-Identifier: Apache-2.0
#include "base/files/folder_entries.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace tfrec {

namespace fs = std::filesystem;

std::vector<fs::path> entries_in(const fs::path& folder, std::error_code& failed) {
  std::vector<fs::path> entries;
  for (auto at = fs::directory_iterator(folder, failed); !failed && at != fs::directory_iterator();
       at.increment(failed))
    entries.push_back(at->path());
  std::sort(entries.begin(), entries.end(),
            [](const fs::path& a, const fs::path& b) { return a.native() < b.native(); });
  return entries;
}

std::vector<fs::path> entries_in(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> entries = entries_in(folder, failed);
  if (failed) throw system_error(failed.value(), folder.string(), "cannot read the folder");
  return entries;
}

void empty_folder(const fs::path& folder, std::initializer_list<std::string_view> kept) {
  for (const fs::path& entry : entries_in(folder)) {
    if (std::find(kept.begin(), kept.end(), entry.filename().native()) != kept.end()) continue;
    std::error_code failed;
    fs::remove_all(entry, failed);
    if (failed) throw system_error(failed.value(), entry.string(), "cannot be removed");
  }
}

}  // namespace tfrec
