// SPDX-License-Identifier: Apache-2.0
// The splits that images have in a set that is there: --keep-splits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dataset/folder/image_folder.hpp"
#include "sets/splits/choose_splits.hpp"

namespace tfrec {

struct KeptSplits {
  std::vector<std::string> split_of_image;  // by the numbers of the ImageFolder; "" if the set lacks it
  std::uint64_t images = 0;                 // of the set, also those that are not in the folder
};

/// Reads all records of a set, the folder of its manifest.json or that file, and finds the images by the
/// names in them as rows of a table do. Throws Error: usage if there is no set, or it has no splits or does
/// not store the names of its images; bad_data if a shard is missing or damaged, or an image is in two
/// splits.
KeptSplits kept_splits(const std::filesystem::path& set, const ImageFolder& folder, unsigned threads);

/// A checksum of all images with their splits: what a set with --keep-splits records in place of the set that
/// they come from, which may be its own earlier self.
std::string checksum_of_splits(const ChosenSplits& chosen, const BuildInput& input);

}  // namespace tfrec
