// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "example/schema.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// Names of int64 features whose values look like labels (FeatureSummary::is_label). Sides and channels of
/// the image do not count: the manifests state them, else usual names such as image/width.
std::set<std::string> label_features(const FoundShards& found, const Schema& schema);

}  // namespace tfrec
