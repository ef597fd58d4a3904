// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/make/make_records.hpp"
#include "records/make/size_model.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

struct SizeSample {
  std::vector<SizeModel> models;  // of each set: what records take, framing included
  std::uint64_t records = 0;      // how many were made to know
  MadeAhead made;                 // those records, so that no work is done twice
  std::uint64_t bad = 0;          // images of them
  std::string example_bad;        // printable: one of these, and why
};

/// Makes the records of some samples, drawn by the seed, to predict the size of all: 48 of them, then 48
/// more, up to 480, until the prediction is good to k_wanted_error. Bad images do not count.
/// Reports progress: the total is that of the images drawn so far.
SizeSample sample_sizes(const Samples& samples, const RecordMaker& maker, std::uint64_t seed,
                        Compression compression, const MakeLimits& limits, Observer& observer);

}  // namespace tfrec
