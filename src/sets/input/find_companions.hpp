// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "sets/input/build_input.hpp"
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

/// Throws Error (usage) if an option of masks or files has no effect, or contradicts another.
void check_companion_options(const BuildOptions& options, const CompanionSources& sources);

/// Finds the masks and files of the samples, audits them both ways and sets the rules of masks. With
/// --allow-missing-masks, images without one are left out. Reads the headers of masks. Throws Error
/// (bad_data) if a file is missing.
void find_companions(BuildInput& input, BuildOptions& options, CompanionSources sources, Observer& observer);

/// The opener of a list of companions, and its root.
Companions companions_below(const BuildOptions& options, const CompanionSources& sources, std::size_t list);

}  // namespace tfrec
