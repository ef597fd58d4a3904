// SPDX-License-Identifier: Apache-2.0
// What one shard adds to the result of inspect.
#pragma once

#include <cstdint>

#include "operations/inspect/inspect.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

class MaskFeatures;

/// The first `max_records` of the shard, with the first `samples` of them in full. Where the machine fails on
/// it, that is in the result with what was read before.
InspectResult inspect_file(const FoundShard& shard, const MaskFeatures& masks, std::uint64_t max_records,
                           std::uint64_t samples);

/// Record `options.record` alone; damage before it is in the notes. Of a record with damaged bytes and a
/// sound length the result shows what is there, with the damage. Throws Error as inspect() does.
InspectResult inspect_record(const FoundShard& shard, const MaskFeatures& masks,
                             const InspectOptions& options);

}  // namespace tfrec
