// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "dataset/repeats/disjoint_sets.hpp"

namespace tfrec {

/// Unites images whose hashes differ in at most `distance` bits; sets[i] belongs to hashes[i].
void unite_near_hashes(std::span<const std::uint64_t> hashes, unsigned distance, DisjointSets& sets);

}  // namespace tfrec
