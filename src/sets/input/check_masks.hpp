// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/folder/image_opener.hpp"

namespace tfrec {

/// Images that a set is to be made of.
struct ListedImages {
  const std::filesystem::path& root;
  const ImageOpener& opener;            // of root
  std::vector<std::string_view> paths;  // relative to root
  bool from_csv = false;                // rows name them, which the hint is about
};

/// Masks would become a class of their own, and lossy JPEGs. Throws Error (bad_data) if some of the images
/// look like the masks of others: by their names, or by their names and what their headers hold.
void require_no_masks(const ListedImages& listed);

/// What to type where masks are stored but not given: with the folder or the suffix that is probably meant.
std::string masks_hint(const std::filesystem::path& images);

}  // namespace tfrec
