// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "pipeline/make_records.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

struct SizeSample {
  std::vector<std::uint64_t> predicted_bytes;  // of all records of each set, framing included
  std::uint64_t records = 0;                   // how many were made to know
  MadeAhead made;                              // those records, so that no work is done twice
};

/// Predicts what all rows will take as records: makes a small seeded sample of them and scales by the ratio
/// of record bytes to source bytes (Cochran, Sampling Techniques, chapter 6). Bad images don't count.
SizeSample sample_sizes(const SourceRows& rows, const RecordMaker& maker, std::uint64_t seed,
                        Compression compression, const MakeLimits& limits);

}  // namespace tfrec
