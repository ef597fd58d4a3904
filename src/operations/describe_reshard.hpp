// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "operations/reshard.hpp"
#include "operations/reshard_sources.hpp"
#include "pipeline/copy_records.hpp"
#include "shards/set_description.hpp"

namespace tfrec {

/// The set as far as it is known before its records are copied.
SetDescription describe_reshard(const ReshardOptions& options, const ReshardSources& sources,
                                const std::string& name, const ShardCount& count,
                                const std::vector<PlaceRange>& ranges);

/// An empty tally for each list of classes; lists whose numbers no feature holds any more are left out of
/// `set`.
std::vector<ClassTally> class_tallies(SetDescription& set, const ReshardSources& sources);

/// Adds what copying brought: shards as they are, features that every record has, classes counted.
void add_copied(SetDescription& set, const ReshardSources& sources, const CopiedRecords& copied);

}  // namespace tfrec
