// SPDX-License-Identifier: Apache-2.0
// Which records are dropped or stored twice so that all shards of a split have the same number.
#pragma once

#include <cstdint>
#include <vector>

#include "dataset/order/dealing.hpp"

namespace tfrec {

/// The places 0 … records-1 in the order in which `shards` shards of equal size get them. The seed selects
/// which places are missing (drop) or come a second time, each at the end of a shard that is one short
/// (repeat). docs/format.md specifies it. Precondition: 1 <= shards <= records, and `how` is not `no`.
std::vector<std::uint32_t> equal_order(std::uint32_t records, std::uint64_t shards, EqualShards how,
                                       std::uint64_t seed);

}  // namespace tfrec
