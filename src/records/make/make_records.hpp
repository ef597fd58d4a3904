// SPDX-License-Identifier: Apache-2.0
// The path of one image: read -> decode -> encode -> serialise -> frame on any thread, delivered in the given
// order.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "dataset/samples/samples.hpp"
#include "records/make/made_record.hpp"
#include "records/make/record_maker.hpp"

namespace tfrec {

struct MakeLimits {
  unsigned threads = 1;
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes in flight
};

/// Receives records one by one, in order, from one thread.
using DeliverRecord = std::function<void(SampleIndex sample, MadeRecord& record)>;

/// Makes the records of the samples `order`. Records found in `ahead` are taken from there. An Error names
/// the image and its row; it stops all threads.
void make_records(const Samples& samples, const RecordMaker& maker, std::span<const SampleIndex> order,
                  MadeAhead& ahead, const MakeLimits& limits, const DeliverRecord& deliver);

}  // namespace tfrec
