// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"

namespace tfrec {

/// What the number of shards of a split gives up (ShardCount::warnings).
struct CountWarnings {
  std::string split;  // empty: the set has no splits
  std::vector<std::string> warnings;
};

/// A warning for each text, with the splits that it is about: "in each split: ", "splits train, val: ".
void warn_of_counts(std::vector<CountWarnings> splits, Observer& observer);

}  // namespace tfrec
