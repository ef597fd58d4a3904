// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/split_cost.hpp"

#include <algorithm>

namespace tfrec {

namespace {

std::int64_t factor_of(std::uint64_t count) {
  return static_cast<std::int64_t>((std::uint64_t{1} << 40U) / std::max<std::uint64_t>(1, count));
}

}  // namespace

SplitCost::SplitCost(const Strata& strata, std::span<const std::uint64_t> weights)
    : m_weights(weights), m_samples_factor(factor_of(strata.samples())) {
  m_factors.reserve(strata.size());
  for (const std::uint64_t count : strata.counts()) m_factors.push_back(factor_of(count));
}

/// (wanted - added)^2 - wanted^2, times factor.
SplitCost::Wide SplitCost::change(std::int64_t added, std::int64_t wanted, std::int64_t factor) {
  return Wide{added} * (added - 2 * wanted) * factor;
}

SplitCost::Wide SplitCost::of(const SplitState& state, std::size_t split, std::int64_t samples,
                              std::span<const LabelCount> labels) const {
  Wide cost = change(samples, state.open[split], m_samples_factor);
  for (const LabelCount& own : labels)
    cost += change(own.samples, state.wanted.of(own.label)[split], m_factors[own.label]);
  return cost;
}

template <typename IsAllowed>
std::size_t SplitCost::cheapest_of(const SplitState& state, std::int64_t samples,
                                   std::span<const LabelCount> labels, const IsAllowed& is_allowed) const {
  std::size_t best = state.splits();
  Wide least = 0;
  for (std::size_t s = 0; s < state.splits(); ++s) {
    if (state.open[s] <= 0 || !is_allowed(s)) continue;
    const Wide cost = of(state, s, samples, labels);
    // cost / weight of s >= least / weight of best
    if (best != state.splits() &&
        cost * static_cast<Wide>(m_weights[best]) >= least * static_cast<Wide>(m_weights[s]))
      continue;
    best = s;
    least = cost;
  }
  return best;
}

std::size_t SplitCost::cheapest(const SplitState& state, std::int64_t samples,
                                std::span<const LabelCount> labels) const {
  return cheapest_of(state, samples, labels, [](std::size_t) { return true; });
}

std::size_t SplitCost::cheapest_bare(const SplitState& state, std::int64_t samples,
                                     std::span<const LabelCount> labels) const {
  return cheapest_of(state, samples, labels, [&](std::size_t s) { return state.is_bare(s); });
}

std::size_t SplitCost::cheapest(const SplitState& state, std::int64_t samples,
                                std::span<const LabelCount> labels, std::uint32_t wanting) const {
  const std::span<const std::int32_t> wanted = state.wanted.of(wanting);
  const std::size_t best = cheapest_of(state, samples, labels, [&](std::size_t s) { return wanted[s] > 0; });
  return best != state.splits() ? best : cheapest(state, samples, labels);
}

}  // namespace tfrec
