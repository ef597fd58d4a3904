// SPDX-License-Identifier: Apache-2.0
// `--filter` over records of several sources.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "example/record_filter.hpp"
#include "example/schema.hpp"
#include "records/copy/renumber_classes.hpp"
#include "sets/merge/source_sets.hpp"

namespace tfrec {

/// All must hold for a record to be taken.
using RecordFilters = std::vector<RecordFilter>;

/// The filters of each origin: class names mean the numbers or places that they have there. `renumberings`
/// are those of the origins. Throws Error (usage) for a class that no origin lists, and for a number that
/// means several classes.
std::vector<RecordFilters> record_filters(const std::vector<std::string>& texts, const ShardOrigins& origins,
                                          const std::vector<Renumbering>& renumberings);

/// Throws Error (usage) if no record has a feature of that name, which was given to `option`. The hint names
/// the feature if it is that of a column.
void require_feature(const Schema& all, const std::string& name, const char* option,
                     const ShardOrigins& origins);

/// Of filters that leave nothing of so many records.
Error no_record_passes(std::uint64_t records, const RecordFilters& filters);

}  // namespace tfrec
