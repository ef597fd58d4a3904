// SPDX-License-Identifier: Apache-2.0
// The two passes of split_rows().
#pragma once

#include <cstdint>
#include <span>

#include "dataset/splits/row_labels.hpp"
#include "dataset/splits/split_cost.hpp"
#include "dataset/splits/split_state.hpp"

namespace tfrec {

/// Places the groups of two rows and more, largest first, of equals the one whose first row comes first in
/// `order`: all rows in seeded order. No split stays without a row while there are enough groups.
void place_groups(SplitState& state, const Strata& strata, std::span<const std::uint32_t> groups,
                  std::span<const std::uint32_t> order, const SplitCost& cost);

/// Places the rows that are not placed yet, the label with the fewest of them left first, its rows in seeded
/// order. Precondition: the splits together are open for as many rows.
void place_rows(SplitState& state, const Strata& strata, std::span<const std::uint32_t> order,
                const SplitCost& cost);

}  // namespace tfrec
