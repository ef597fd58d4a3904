// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "dataset/folder/image_folder.hpp"

namespace tfrec {

struct WalkRules {
  Inputs inputs = Inputs::images;
  bool any_file = false;  // keep files of other extensions, and mark what lies outside root
};

/// The walk behind walk_images and walk_files, without the check that there is an image.
ImageFolder walk_folder(const std::filesystem::path& root, const PassedOver& passed_over,
                        const WalkRules& rules);

}  // namespace tfrec
