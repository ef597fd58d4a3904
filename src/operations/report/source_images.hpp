// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "dataset/folder/image_folder.hpp"
#include "dataset/join/image_index.hpp"
#include "operations/report/image_row.hpp"

namespace tfrec {

/// The files that images of a set were made from.
class SourceImages {
 public:
  /// Throws Error as walk_files() does.
  explicit SourceImages(const std::filesystem::path& folder);

  /// Fills what is known of the file that `name` leads to: of one alone, below the folder. Safe from several
  /// threads.
  void add_facts(std::string_view name, ImageRow& row) const;

 private:
  ImageFolder m_folder;
  ImageIndex m_index;
};

}  // namespace tfrec
