// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/names/free_paths.hpp"
#include "image/facts/image_format.hpp"

namespace tfrec {

/// Gives images file names by their records: safe, each once also where upper and lower case
/// are not distinguished (see folded_name.hpp), with the extension of what they are. The same names in the
/// same order give the same files.
class ImageNames {
 public:
  struct Name {
    std::string path;         // of the file
    std::string cell;         // what a table may call it: the record's own name where that finds the file
    bool is_renamed = false;  // it differs from the record's own name
  };

  /// `wanted` is the record's own name, empty if it has none that can be used; nothing if no feature names
  /// images. `number` names those that have none.
  Name next(std::optional<std::string_view> wanted, ImageFormat format, std::uint64_t number);

 private:
  FreePaths m_paths;
  std::unordered_set<std::string> m_stems;       // of files
  std::unordered_set<std::string> m_bare_cells;  // stems that a cell uses as a name
};

}  // namespace tfrec
