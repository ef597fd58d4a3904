// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "sets/merge/schema_difference.hpp"
#include "sets/merge/shape_difference.hpp"
#include "sets/merge/shard_origins.hpp"

namespace tfrec {

/// The first source whose manifest records that its records do not fit another's: images of another size
/// or colour, raw values of another type, shape or scale, columns in another order. What manifests do not
/// record, shape_difference() finds in the records. Features in `drop` are left out.
std::optional<SchemaDifference> recorded_difference(const FoundShards& found, const ShardOrigins& origins,
                                                    const std::vector<std::string>& drop);

/// The first source whose manifest records that it makes the one feature otherwise than a source before:
/// of another kind, or with another scale.
std::optional<SchemaDifference> recorded_difference_of(const ShardOrigins& origins,
                                                       const std::string& feature);

/// Features whose lists have any length: the class numbers of several labels.
std::set<std::string> varying_features(const ShardOrigins& origins);

}  // namespace tfrec
