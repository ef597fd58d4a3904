// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "dataset/split_state.hpp"

namespace tfrec {

namespace {

__extension__ using Wide = __int128;

/// Labels of a group with their counts, in ascending order.
using LabelCounts = std::vector<std::pair<std::uint32_t, std::int64_t>>;

/// Rows of the groups of two and more, largest group first, of equals the one whose first row comes first.
class LargeGroups {
 public:
  LargeGroups(std::span<const std::uint32_t> groups, std::span<const std::uint32_t> order) {
    std::vector<std::uint32_t> sizes(groups.size());
    for (const std::uint32_t group : groups) ++sizes[group];
    std::vector<std::uint32_t> ranked = by_first_row(groups, order, sizes);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return sizes[a] > sizes[b]; });
    gather(groups, order, std::move(sizes), ranked);
  }

  std::size_t size() const { return m_begins.size() - 1; }
  std::span<const std::uint32_t> rows_of(std::size_t rank) const {
    return std::span(m_rows).subspan(m_begins[rank], m_begins[rank + 1] - m_begins[rank]);
  }

 private:
  static std::vector<std::uint32_t> by_first_row(std::span<const std::uint32_t> groups,
                                                 std::span<const std::uint32_t> order,
                                                 std::span<const std::uint32_t> sizes) {
    std::vector<bool> is_seen(groups.size());
    std::vector<std::uint32_t> ranked;
    for (const std::uint32_t row : order) {
      const std::uint32_t group = groups[row];
      if (sizes[group] < 2 || is_seen[group]) continue;
      is_seen[group] = true;
      ranked.push_back(group);
    }
    return ranked;
  }

  void gather(std::span<const std::uint32_t> groups, std::span<const std::uint32_t> order,
              std::vector<std::uint32_t> sizes, std::span<const std::uint32_t> ranked) {
    constexpr std::uint32_t k_single = ~std::uint32_t{0};
    m_begins.reserve(ranked.size() + 1);
    m_begins.push_back(0);
    for (const std::uint32_t group : ranked) m_begins.push_back(m_begins.back() + sizes[group]);
    std::vector<std::uint32_t>& next = sizes;  // no longer needed: a large group's next place from here on
    for (std::uint32_t& size : next) size = k_single;
    for (std::size_t rank = 0; rank < ranked.size(); ++rank) next[ranked[rank]] = m_begins[rank];
    m_rows.resize(m_begins.back());
    for (const std::uint32_t row : order) {
      if (next[groups[row]] != k_single) m_rows[next[groups[row]]++] = row;
    }
  }

  std::vector<std::uint32_t> m_begins;
  std::vector<std::uint32_t> m_rows;
};

/// How much nearer to what is wanted a split comes: whole numbers, so that every machine decides alike.
class Cost {
 public:
  explicit Cost(const Strata& strata) : m_rows_factor(factor(strata.rows())) {
    for (const std::uint64_t count : strata.counts()) m_factors.push_back(factor(count));
  }

  /// The change of the sum of squared deviations, each in proportion to its label's (or all) rows.
  Wide of(const SplitState& state, std::size_t split, std::int64_t rows, const LabelCounts& labels) const {
    Wide cost = change(rows, state.open[split], m_rows_factor);
    for (const auto& [label, count] : labels)
      cost += change(count, state.wanted.of(label)[split], m_factors[label]);
    return cost;
  }

 private:
  static std::int64_t factor(std::uint64_t count) {
    return static_cast<std::int64_t>((std::uint64_t{1} << 40U) / std::max<std::uint64_t>(1, count));
  }
  /// (wanted - added)^2 - wanted^2, times factor.
  static Wide change(std::int64_t added, std::int64_t wanted, std::int64_t factor) {
    return Wide{added} * (added - 2 * wanted) * factor;
  }

  std::int64_t m_rows_factor;
  std::vector<std::int64_t> m_factors;
};

void count_labels(const Strata& strata, std::span<const std::uint32_t> rows, LabelCounts& labels) {
  labels.clear();
  for (const std::uint32_t row : rows) {
    for (const std::uint32_t label : strata.of(row)) labels.emplace_back(label, 1);
  }
  std::sort(labels.begin(), labels.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (kept > 0 && labels[kept - 1].first == labels[i].first) {
      ++labels[kept - 1].second;
    } else {
      labels[kept++] = labels[i];
    }
  }
  labels.resize(kept);
}

/// The open split with the least cost in proportion to its share, of equals the first.
std::size_t cheapest(const SplitState& state, const Cost& cost, std::span<const std::uint64_t> weights,
                     std::int64_t rows, const LabelCounts& labels) {
  std::size_t best = state.splits();
  Wide least = 0;
  for (std::size_t s = 0; s < state.splits(); ++s) {
    if (state.open[s] <= 0) continue;
    const Wide own = cost.of(state, s, rows, labels);
    // own / weight of s < least / weight of best
    if (best != state.splits() &&
        own * static_cast<Wide>(weights[best]) >= least * static_cast<Wide>(weights[s]))
      continue;
    best = s;
    least = own;
  }
  return best;
}

}  // namespace

void place_groups(SplitState& state, const Strata& strata, std::span<const std::uint32_t> groups,
                  std::span<const std::uint32_t> order, std::span<const std::uint64_t> weights) {
  const LargeGroups large(groups, order);
  const Cost cost(strata);
  LabelCounts labels;
  for (std::size_t rank = 0; rank < large.size(); ++rank) {
    const std::span<const std::uint32_t> rows = large.rows_of(rank);
    count_labels(strata, rows, labels);
    const std::size_t split = cheapest(state, cost, weights, static_cast<std::int64_t>(rows.size()), labels);
    for (const std::uint32_t row : rows) state.place(row, split, strata.of(row));
  }
}

}  // namespace tfrec
