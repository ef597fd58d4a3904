// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "operations/reshard/deal_splits.hpp"
#include "operations/reshard/reshard.hpp"
#include "operations/reshard/reshard_sources.hpp"
#include "records/copy/copy_records.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The set as far as it is known before its records are copied.
Manifest describe_reshard(const ReshardOptions& options, const ReshardSources& sources,
                          const std::string& name, const std::vector<DealtSplit>& splits);

/// An empty tally for each list of classes of `set`, which are those of `agreed`.
std::vector<ClassTally> class_tallies(const Manifest& set, const AgreedChoices& agreed);

/// An empty tally of the boxes of records without the features in `drop`; nothing if they have none, by the
/// manifests or, where these do not agree, by usual names.
std::optional<BoxTally> box_tally(const AgreedChoices& agreed, const std::vector<std::string>& drop);

/// Adds what copying brought: shards as they are, features that every record of a split has, classes and
/// boxes counted.
void add_copied(Manifest& set, const ReshardSources& sources, const CopiedRecords& copied);

}  // namespace tfrec
