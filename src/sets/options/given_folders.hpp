// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Folders beside IMAGES, of which a manifest only records whether they were given.
struct GivenFolders {
  std::filesystem::path test;   // --test
  std::filesystem::path masks;  // --masks
  std::filesystem::path files;  // --files
};

/// A set that is made again needs the folders it was made with, and no other. Throws Error (usage) naming
/// `file`; `made` is what the manifest describes: "the plan", "the set".
void require_same_folders(const Manifest& manifest, const GivenFolders& given, const std::string& file,
                          const std::string& made);

}  // namespace tfrec
