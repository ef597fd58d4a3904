// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/split_rows.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "dataset/order/seeded_stream.hpp"
#include "dataset/splits/label_quotas.hpp"
#include "dataset/splits/place_rows.hpp"
#include "dataset/splits/split_state.hpp"

namespace tfrec {

namespace {

void check(const SplitInput& input, std::span<const SplitShare> shares) {
  if (shares.empty() || shares.size() > k_most_splits) throw std::invalid_argument("no number of splits");
  if (input.groups.empty()) return;
  const auto fits = [&](std::uint32_t group) { return group < input.rows; };
  if (input.groups.size() != input.rows || !std::all_of(input.groups.begin(), input.groups.end(), fits))
    throw std::invalid_argument("groups do not fit to the rows");
}

std::vector<std::uint16_t> cut(std::span<const std::uint32_t> order, std::span<const std::uint64_t> sizes) {
  std::vector<std::uint16_t> split_of_row(order.size());
  std::size_t place = 0;
  for (std::size_t split = 0; split < sizes.size(); ++split) {
    for (std::uint64_t i = 0; i < sizes[split]; ++i)
      split_of_row[order[place++]] = static_cast<std::uint16_t>(split);
  }
  return split_of_row;
}

/// A split without a row that is to get none gets one of those of the split that gets most.
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
      std::count(state.split_of_row.begin(), state.split_of_row.end(), k_no_split));
  if (left == 0) return;
  std::vector<std::uint64_t> shares = apportion(left, lacking);
  fill_bare(shares, state);
  for (std::size_t s = 0; s < shares.size(); ++s) state.open[s] = static_cast<std::int64_t>(shares[s]);
}

}  // namespace

std::vector<std::uint16_t> split_rows(const SplitInput& input, std::span<const SplitShare> shares,
                                      std::uint64_t seed) {
  check(input, shares);
  const std::vector<std::uint64_t> weights = split_weights(shares);
  const std::vector<std::uint64_t> sizes = apportion(input.rows, weights);
  const std::vector<std::uint32_t> order = shuffled(input.rows, seed, "split");
  if (input.labels.empty() && input.groups.empty()) return cut(order, sizes);
  const Strata strata(input.rows, input.labels);
  SplitState state(input.rows, sizes, label_quotas(strata.counts(), weights, seed));
  const SplitCost cost(strata, weights);
  if (!input.groups.empty()) {
    place_groups(state, strata, input.groups, order, cost);
    share_out_rest(state);
  }
  place_rows(state, strata, order, cost);
  return std::move(state.split_of_row);
}

std::vector<std::uint32_t> dense_groups(std::span<const std::uint64_t> ids) {
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  std::vector<std::uint32_t> groups;
  groups.reserve(ids.size());
  for (const std::uint64_t id : ids)
    groups.push_back(known.try_emplace(id, static_cast<std::uint32_t>(known.size())).first->second);
  return groups;
}

SplitOrder part_by_split(std::span<const std::uint32_t> order, std::span<const std::uint16_t> split_of_row,
                         std::size_t splits) {
  SplitOrder parted;
  parted.ranges.resize(splits);
  for (const std::uint32_t row : order) ++parted.ranges.at(split_of_row[row]).end;
  std::vector<std::uint64_t> next;
  std::uint64_t begin = 0;
  for (PlaceRange& range : parted.ranges) {
    range = {begin, begin + range.end};
    next.push_back(begin);
    begin = range.end;
  }
  parted.order.resize(order.size());
  for (const std::uint32_t row : order) parted.order[next[split_of_row[row]]++] = row;
  return parted;
}

}  // namespace tfrec
