// SPDX-License-Identifier: Apache-2.0
// croissant.json: Croissant 1.1, the JSON-LD by which search engines and libraries find and describe data.
#pragma once

#include <string>

#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// A FileSet and a RecordSet for each split at each size, and a RecordSet for each list of classes.
std::string croissant_json(const Manifest& set);

}  // namespace tfrec
