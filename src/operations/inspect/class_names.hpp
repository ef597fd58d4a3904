// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "dataset/classes/class_ids.hpp"
#include "example/schema.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// What the values of an int64 feature are called, or the places of a float feature of one value per class.
struct ClassNames {
  std::vector<std::string> names;
  ClassIds ids;

  /// Null if the value is not a class.
  const std::string* of(std::int64_t value) const;
};

/// Class names by feature: from the manifests of the shards, or, for a feature with a usual name, from the
/// classes.txt of shards without one. Features whose numbers may mean something else are left out.
std::map<std::string, ClassNames> class_names(const FoundShards& found, const Schema& schema);

}  // namespace tfrec
