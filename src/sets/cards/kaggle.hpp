// SPDX-License-Identifier: Apache-2.0
// dataset-metadata.json, which `kaggle datasets create` reads.
#pragma once

#include <string>

#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Title and slug are made of the set's name. Placeholders are what only the publisher knows: the owner, and
/// the licence "unknown".
std::string kaggle_json(const Manifest& set);

}  // namespace tfrec
