// SPDX-License-Identifier: Apache-2.0
// The folder that `tfrec extract` writes into.
#pragma once

#include <filesystem>

#include "sets/merge/source_sets.hpp"

namespace tfrec {

inline constexpr const char* k_images_folder = "images";
inline constexpr const char* k_labels_name = "labels.csv";
inline constexpr const char* k_metadata_name = "metadata.csv";
inline constexpr const char* k_masks_folder = "masks";
inline constexpr const char* k_files_folder = "files";
inline constexpr const char* k_mask_classes_name = "mask_classes.pbtxt";

/// Throws Error (usage) for a folder that contains anything but what a killed run left; with `overwrite`,
/// only for one that contains a set.
void require_empty(const std::filesystem::path& out, bool overwrite);

/// Throws Error (usage) before the work begins if something in `out` can't be replaced, or if a metadata.csv
/// that is not written (`metadata`) would be beside other images. A link is replaced, not followed.
void require_unblocked(const std::filesystem::path& out, const AgreedChoices& agreed, bool metadata);

/// Removes the tables that are about to be replaced: none may be beside other images.
void remove_tables(const std::filesystem::path& out);

}  // namespace tfrec
