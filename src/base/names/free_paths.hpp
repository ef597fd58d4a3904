// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace tfrec {

/// Relative paths of files below one folder, each once also where upper and lower case are not distinguished
/// (see folded_name.hpp), and none where another file needs a folder.
class FreePaths {
 public:
  using Refuses = std::function<bool(const std::string& stem)>;

  /// Whether the path needs a folder where a file is.
  bool is_blocked(const std::string& path) const;
  /// The first of STEM.EXT, STEM-2.EXT, STEM-3.EXT, … that is free and whose stem is not refused. It is taken
  /// then. `stem` is not blocked; `extension` has its dot.
  std::string take(const std::string& stem, const std::string& extension, const Refuses& refuses = {});

 private:
  bool is_free(const std::string& path) const;
  void add(const std::string& path);

  std::unordered_set<std::string> m_files;                       // folded
  std::unordered_set<std::string> m_folders;                     // folded
  std::unordered_map<std::string, std::uint64_t> m_next_number;  // to try, of folded files
};

}  // namespace tfrec
