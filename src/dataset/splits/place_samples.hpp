// SPDX-License-Identifier: Apache-2.0
// The two passes of split_samples().
#pragma once

#include <cstdint>
#include <span>

#include "dataset/splits/sample_labels.hpp"
#include "dataset/splits/split_cost.hpp"
#include "dataset/splits/split_state.hpp"

namespace tfrec {

/// Places the groups of two samples and more, largest first, of equals the one whose first sample comes first
/// in `order`: all samples in seeded order. No split stays without a sample while there are enough groups.
void place_groups(SplitState& state, const Strata& strata, std::span<const std::uint32_t> groups,
                  std::span<const std::uint32_t> order, const SplitCost& cost);

/// Places the samples that are not placed yet. Where each has one label and the quotas fit, the samples of a
/// label are cut into the splits in seeded order: a corrected label moves few others. Else the label with the
/// fewest of them left first, its samples in seeded order. Precondition: the splits together are open for as
/// many samples.
void place_samples(SplitState& state, const Strata& strata, std::span<const std::uint32_t> order,
                   const SplitCost& cost);

}  // namespace tfrec
