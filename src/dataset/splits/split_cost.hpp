// SPDX-License-Identifier: Apache-2.0
// How near samples bring a split to what is wanted of it: whole numbers, so that every machine decides alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dataset/splits/sample_labels.hpp"
#include "dataset/splits/split_state.hpp"

namespace tfrec {

struct LabelCount {
  std::uint32_t label = 0;
  std::int64_t samples = 0;
};

/// The cost of adding samples to a split: by how much the sum of squared deviations from what is wanted
/// grows, of each label and of all samples, each taken in proportion to how many there are in the set (weight
/// floor(2^40 / count)). Compared between splits it is divided by their shares.
class SplitCost {
 public:
  SplitCost(const Strata& strata, std::span<const std::uint64_t> weights);

  /// Of the open splits the one with the least cost, of equals the first. With `wanting`, those that still
  /// want that label come before all others. Precondition: one is open.
  std::size_t cheapest(const SplitState& state, std::int64_t samples,
                       std::span<const LabelCount> labels) const;
  std::size_t cheapest(const SplitState& state, std::int64_t samples, std::span<const LabelCount> labels,
                       std::uint32_t wanting) const;
  /// Of the splits without a sample. Precondition: one is bare.
  std::size_t cheapest_bare(const SplitState& state, std::int64_t samples,
                            std::span<const LabelCount> labels) const;

 private:
  __extension__ using Wide = __int128;

  static Wide change(std::int64_t added, std::int64_t wanted, std::int64_t factor);
  Wide of(const SplitState& state, std::size_t split, std::int64_t samples,
          std::span<const LabelCount> labels) const;
  template <typename IsAllowed>
  std::size_t cheapest_of(const SplitState& state, std::int64_t samples, std::span<const LabelCount> labels,
                          const IsAllowed& is_allowed) const;

  std::span<const std::uint64_t> m_weights;
  std::int64_t m_samples_factor;
  std::vector<std::int64_t> m_factors;  // by label
};

}  // namespace tfrec
