// SPDX-License-Identifier: Apache-2.0
// The images of a set by its records.csv, where records can't give them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The paths of the images in each shard, by the shard's path in the manifest. A shard is left out if the
/// list has another split or number of records of it; all are if the set has no such list, or one that was
/// changed.
std::map<std::string, std::vector<std::string>> listed_names(const std::filesystem::path& folder,
                                                             const Manifest& set);

}  // namespace tfrec
