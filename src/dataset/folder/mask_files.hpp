// SPDX-License-Identifier: Apache-2.0
// Files that may be masks of the images beside them, by their names alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tfrec {

/// Some files of a folder that pair by name with others: images/a.jpg and masks/a.png, a.jpg and a_mask.png.
struct MaskFiles {
  /// How the names mark the files.
  enum class Evidence {
    names,        // masks and images have names that differ by a word
    mask_folder,  // the folder is called as masks are, the images' folder is not, or "labels" as classes may
                  // be
    none,         // two folders with any names: files that are not JPEGs beside JPEGs
  };
  Evidence evidence = Evidence::none;
  std::string what;          // "in 'masks'", "that end in '_mask'"
  std::string mask_folder;   // that holds the masks, relative; empty if an ending marks them
  std::string ending;        // that marks them
  std::string image_folder;  // that holds all the images, relative; empty if there is no such folder
  std::uint64_t files = 0;
  std::uint64_t paired = 0;  // more than half of them
  std::vector<std::pair<std::size_t, std::size_t>>
      pairs;  // mask and image, numbers of paths; some from all over
};

/// Candidates among `paths` (relative, with '/'), each once. A folder pairs with another where their paths
/// differ in one part, and most of its files have the names of files there, but for case, extensions, and
/// words such as "_mask" and "img_".
std::vector<MaskFiles> find_mask_files(std::span<const std::string_view> paths);

/// Whether folders of this name usually hold masks.
bool is_mask_folder_name(std::string_view name);

}  // namespace tfrec
