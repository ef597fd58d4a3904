// SPDX-License-Identifier: Apache-2.0
// The way of one image: read -> decode -> encode -> serialise -> frame on any thread, delivered in the given
// order.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "records/make/made_record.hpp"
#include "records/make/record_maker.hpp"
#include "records/make/source_rows.hpp"

namespace tfrec {

struct MakeLimits {
  unsigned threads = 1;
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes in flight
};

/// Makes the records of `order` (indices into `rows`) and hands each to `deliver`, in that order, from one
/// thread. Records found in `ahead` are taken from there. An Error names the image and its row; it stops all
/// threads.
void make_records(const SourceRows& rows, const RecordMaker& maker, std::span<const std::uint32_t> order,
                  MadeAhead& ahead, const MakeLimits& limits,
                  const std::function<void(std::size_t place, MadeRecord& record)>& deliver);

}  // namespace tfrec
