// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "shards/shard_paths.hpp"

namespace tfrec {

/// Which part of a set a shard is.
struct PartOfSet {
  std::string split;           // empty: none is known
  std::string size;            // of a set of several sizes: "224x224"; else empty
  bool is_other_size = false;  // of several sizes found of a set, not the first: the same images again
  bool may_repeat = false;     // --equal may have stored records twice
};

/// By the manifests; without one by a folder or a name with a usual word: train, valid, val, dev, test.
std::vector<PartOfSet> parts_of_set(const FoundShards& found);

/// The split of each shard; all are empty where a shard is of none, or where names, without a manifest, show
/// one split alone.
std::vector<std::string> split_names(const FoundShards& found);

/// For people, where shards of other sizes are not summarised: "the set has 2 sizes: …". Else empty.
std::string note_of_sizes(const std::vector<PartOfSet>& parts);

}  // namespace tfrec
