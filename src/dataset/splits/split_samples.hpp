// SPDX-License-Identifier: Apache-2.0
// Which sample goes to which split: numbers in, numbers out, the same on every machine (docs/format.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dataset/order/dealing.hpp"
#include "dataset/splits/sample_labels.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

/// `labels` empty: no stratification. `groups` empty: samples stand alone; else one dense id per sample,
/// below the number of samples (see dense_groups and DisjointSets). Views: what they point at must outlive
/// the call.
struct SplitInput {
  std::uint32_t samples = 0;
  SampleLabels labels;
  std::span<const std::uint32_t> groups;
};

/// The split (its place in `shares`) of each sample.
///
/// - Without labels and groups the seeded permutation (purpose "split") is cut into pieces of exact_sizes().
/// - With one label per sample each label gets its label_quotas(): sizes are exact, and each label's count is
///   its ideal rounded down or up.
/// - With several labels per sample: iterative stratification (Sechidis, Tsoumakas, Vlahavas: On the
///   Stratification of Multi-Label Data, ECML PKDD 2011): the label with the fewest samples left comes first,
///   and each of its samples goes to a split that still wants the label. Three changes: what splits want are
///   whole numbers, the label_quotas(), else the rarest labels would all go to the largest split; among the
///   splits that want the label all labels of the sample decide (SplitCost), not that label alone; and a
///   split that has its exact size is closed. Sizes are exact; the labels' counts are as near as a greedy
///   choice gets, usually within a few samples.
/// - With groups: those of two samples and more are placed whole, largest first, each into the open split
/// with
///   the least SplitCost; a split is open while it has fewer samples than exact_sizes() returns. Then single
///   samples fill what is left as above. So no split has more than its exact size plus the largest group less
///   one sample, and none fewer than its exact size less (splits - 1) times that. Sizes are exact where no
///   group was larger than what its split lacked. No split whose exact size is not 0 is left without a sample
///   while there are as many groups (samples that stand alone among them) as such splits.
///
/// Time is O(n log n) in samples and labels, times splits; memory about 20 bytes a sample and label, and 4
/// bytes times labels times splits. Throws std::invalid_argument for ids out of range, no shares, more than
/// k_most_splits, 2^31 samples or labels.
std::vector<std::uint16_t> split_samples(const SplitInput& input, std::span<const SplitShare> shares,
                                         std::uint64_t seed);

/// Group ids 0 … in order of first appearance, for any ids.
std::vector<std::uint32_t> dense_groups(std::span<const std::uint64_t> ids);

/// Samples by split, in the order they had.
struct SplitOrder {
  IndexedVector<Place, SampleIndex> order;
  std::vector<PlaceRange> ranges;  // one per split
};

/// Parts the order of a plan by split. The order within each split is that of the whole set, so with a global
/// shuffle each split is shuffled.
SplitOrder part_by_split(std::span<const SampleIndex> order, const PerSample<std::uint16_t>& split_of_sample,
                         std::size_t splits);

}  // namespace tfrec
