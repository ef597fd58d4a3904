// SPDX-License-Identifier: Apache-2.0
// Classes that a file beside shards without a manifest lists.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "operations/extract/extract_shard.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/merge/source_sets.hpp"

namespace tfrec {

/// Of labels, by feature.
using ListedLabels = std::map<std::string, ClassNames>;

/// The largest id of a first class that --label-base takes.
inline constexpr std::int64_t k_most_label_base = 1'000'000;

/// Whether a label map can give each id its name.
bool can_be_listed(const ClassNames& classes);

/// What classes.txt or a label map beside the shards lists; empty for shards with a manifest. Reads the
/// records once more if there is such a file. Where `are_all` of the set's records are there, so that numbers
/// show the id of the first class, features of one number without a text beside it get their classes in
/// `agreed`: cells then have names. Notes which.
ListedLabels use_listed_labels(const FoundShards& found, const std::vector<ExtractedShard>& shards,
                               bool are_all, AgreedChoices& agreed, Observer& observer);

}  // namespace tfrec
