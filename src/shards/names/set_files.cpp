// SPDX-License-Identifier: Apache-2.0
#include "shards/names/set_files.hpp"

#include <algorithm>

namespace tfrec {

namespace fs = std::filesystem;

bool is_in_hidden_folder(const fs::path& name) {
  return std::ranges::any_of(name.parent_path(),
                             [](const fs::path& part) { return part.native().starts_with('.'); });
}

std::string name_of_folder(const std::set<std::string>& names) {
  for (const std::string& name : names) {
    for (fs::path folder = fs::path(name).parent_path(); !folder.empty(); folder = folder.parent_path()) {
      if (names.contains(folder.string())) return folder.string();
    }
  }
  return {};
}

}  // namespace tfrec
