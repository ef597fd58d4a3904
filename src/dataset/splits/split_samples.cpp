// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/split_samples.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "dataset/order/seeded_stream.hpp"
#include "dataset/splits/label_quotas.hpp"
#include "dataset/splits/place_samples.hpp"
#include "dataset/splits/split_state.hpp"

namespace tfrec {

namespace {

void check(const SplitInput& input, std::span<const SplitShare> shares) {
  if (shares.empty() || shares.size() > k_most_splits) throw std::invalid_argument("no number of splits");
  if (input.groups.empty()) return;
  const auto fits = [&](std::uint32_t group) { return group < input.samples; };
  if (input.groups.size() != input.samples || !std::all_of(input.groups.begin(), input.groups.end(), fits))
    throw std::invalid_argument("groups do not match the samples");
}

std::vector<std::uint16_t> cut(std::span<const std::uint32_t> order, std::span<const std::uint64_t> sizes) {
  std::vector<std::uint16_t> split_of_sample(order.size());
  std::size_t place = 0;
  for (std::size_t split = 0; split < sizes.size(); ++split) {
    for (std::uint64_t i = 0; i < sizes[split]; ++i)
      split_of_sample[order[place++]] = static_cast<std::uint16_t>(split);
  }
  return split_of_sample;
}

/// A split without a sample that is to get none gets one of those of the split that gets most.
void fill_bare(std::vector<std::uint64_t>& shares, const SplitState& state) {
  const auto spare = [&](std::size_t s) { return shares[s] - (state.is_bare(s) && shares[s] > 0 ? 1U : 0U); };
  for (std::size_t s = 0; s < shares.size(); ++s) {
    if (!state.is_bare(s) || shares[s] > 0) continue;
    std::size_t from = 0;
    for (std::size_t other = 1; other < shares.size(); ++other) {
      if (spare(other) > spare(from)) from = other;
    }
    if (spare(from) == 0) return;
    --shares[from];
    ++shares[s];
  }
}

/// Where groups were too large for their split the others get less, in proportion to what they lack.
void share_out_rest(SplitState& state) {
  std::vector<std::uint64_t> lacking;
  for (const std::int64_t open : state.open)
    lacking.push_back(static_cast<std::uint64_t>(std::max<std::int64_t>(0, open)));
  const auto left = static_cast<std::uint64_t>(
      std::count(state.split_of_sample.begin(), state.split_of_sample.end(), k_no_split));
  if (left == 0) return;
  std::vector<std::uint64_t> shares = apportion(left, lacking);
  fill_bare(shares, state);
  for (std::size_t s = 0; s < shares.size(); ++s) state.open[s] = static_cast<std::int64_t>(shares[s]);
}

}  // namespace

std::vector<std::uint16_t> split_samples(const SplitInput& input, std::span<const SplitShare> shares,
                                         std::uint64_t seed) {
  check(input, shares);
  const std::vector<std::uint64_t> weights = split_weights(shares);
  const std::vector<std::uint64_t> sizes = apportion(input.samples, weights);
  const std::vector<std::uint32_t> order = shuffled(input.samples, seed, "split");
  if (input.labels.empty() && input.groups.empty()) return cut(order, sizes);
  const Strata strata(input.samples, input.labels);
  SplitState state(input.samples, sizes, label_quotas(strata.counts(), weights, seed));
  const SplitCost cost(strata, weights);
  if (!input.groups.empty()) {
    place_groups(state, strata, input.groups, order, cost);
    share_out_rest(state);
  }
  place_samples(state, strata, order, cost);
  return std::move(state.split_of_sample);
}

std::vector<std::uint32_t> dense_groups(std::span<const std::uint64_t> ids) {
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  std::vector<std::uint32_t> groups;
  groups.reserve(ids.size());
  for (const std::uint64_t id : ids)
    groups.push_back(known.try_emplace(id, static_cast<std::uint32_t>(known.size())).first->second);
  return groups;
}

SplitOrder part_by_split(std::span<const SampleIndex> order, const PerSample<std::uint16_t>& split_of_sample,
                         std::size_t splits) {
  SplitOrder parted;
  std::vector<std::uint64_t> sizes(splits);
  for (const SampleIndex sample : order) ++sizes.at(split_of_sample[sample]);
  std::vector<Place> next;
  Place begin;
  for (const std::uint64_t size : sizes) {
    next.push_back(begin);
    parted.ranges.push_back({begin, Place(begin.value() + size)});
    begin = parted.ranges.back().end;
  }
  parted.order.resize(order.size());
  for (const SampleIndex sample : order) {
    Place& place = next[split_of_sample[sample]];
    parted.order[place] = sample;
    ++place;
  }
  return parted;
}

}  // namespace tfrec
