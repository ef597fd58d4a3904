// SPDX-License-Identifier: Apache-2.0
// Which row goes to which split: numbers in, numbers out, the same on every machine (docs/format.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dataset/order/dealing.hpp"
#include "dataset/splits/row_labels.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

/// `labels` empty: no stratification. `groups` empty: rows stand alone; else one dense id per row, below the
/// number of rows (see dense_groups and DisjointSets). Views: what they point at must outlive the call.
struct SplitInput {
  std::uint32_t rows = 0;
  RowLabels labels;
  std::span<const std::uint32_t> groups;
};

/// The split (its place in `shares`) of each row.
///
/// - Without labels and groups the seeded permutation (purpose "split") is cut into pieces of exact_sizes().
/// - With one label per row each label gets its label_quotas(): sizes are exact, and each label's count is
///   its ideal rounded down or up.
/// - With several labels per row: iterative stratification (Sechidis, Tsoumakas, Vlahavas: On the
///   Stratification of Multi-Label Data, ECML PKDD 2011): the label with the fewest rows left comes first,
///   and each of its rows goes to a split that still wants the label. Three changes: what splits want are
///   whole numbers, the label_quotas(), else the rarest labels would all go to the largest split; among the
///   splits that want the label all labels of the row decide (SplitCost), not that label alone; and a split
///   that has its exact size is closed. Sizes are exact; the labels' counts are as near as a greedy choice
///   gets, usually within a few rows.
/// - With groups: those of two rows and more are placed whole, largest first, each into the open split with
///   the least SplitCost; a split is open while it has fewer rows than exact_sizes() says. Then single rows
///   fill what is left as above. So no split has more than its exact size plus the largest group less one
///   row, and none fewer than its exact size less (splits - 1) times that. Sizes are exact where no group
///   was larger than what its split lacked. No split whose exact size is not 0 is left without a row while
///   there are as many groups (rows that stand alone among them) as such splits.
///
/// Time is O(n log n) in rows and labels, times splits; memory about 20 bytes a row and label, and 4 bytes
/// times labels times splits. Throws std::invalid_argument for ids out of range, no shares, more than
/// k_most_splits, 2^31 rows or labels.
std::vector<std::uint16_t> split_rows(const SplitInput& input, std::span<const SplitShare> shares,
                                      std::uint64_t seed);

/// Group ids 0 … in order of first appearance, for any ids.
std::vector<std::uint32_t> dense_groups(std::span<const std::uint64_t> ids);

/// Rows by split, in the order they had: places [begin, end) of `order` are split k's.
struct SplitOrder {
  std::vector<std::uint32_t> order;
  std::vector<PlaceRange> ranges;  // one per split
};

/// Parts the plan's order (place -> row) by split. The order within each split is that of the whole set, so
/// with a global shuffle each split is shuffled.
SplitOrder part_by_split(std::span<const std::uint32_t> order, std::span<const std::uint16_t> split_of_row,
                         std::size_t splits);

}  // namespace tfrec
