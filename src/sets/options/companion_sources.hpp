// SPDX-License-Identifier: Apache-2.0
// Where the masks and files of a build come from.
#pragma once

#include <string>
#include <vector>

#include "sets/options/build_options.hpp"
#include "sets/options/earlier_set.hpp"

namespace tfrec {

/// Where features find files beside images: "" for masks that names pair with images, else the column that
/// names the files.
struct CompanionSources {
  std::vector<std::string> columns;  // that of masks first, if there are masks
  bool has_masks = false;
  std::string mask_feature;  // that stores the masks
};

/// Throws Error (usage) if masks come from two sources, or none can be found.
CompanionSources companion_sources(const BuildOptions& options, const EarlierSet* earlier);

/// Columns that name files below IMAGES, which may be in the walk for images.
std::vector<std::string> companion_columns_below_images(const BuildOptions& options,
                                                        const EarlierSet* earlier);

}  // namespace tfrec
