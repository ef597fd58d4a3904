// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/label_quotas.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "dataset/order/seeded_stream.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_none = std::numeric_limits<std::size_t>::max();

/// All amounts but the quotas are in units of 1 / m_whole of a row.
class Rounding {
 public:
  Rounding(std::span<const std::uint64_t> counts, std::span<const std::uint64_t> weights)
      : m_counts(counts),
        m_weights(weights),
        m_whole(static_cast<std::int64_t>(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0}))),
        m_quotas(counts.size(), weights.size()) {
    round_down();
  }

  void diffuse(std::span<const std::uint32_t> order);
  void fix_columns();
  void fill_empty_quotas();
  LabelQuotas take() { return std::move(m_quotas); }

 private:
  struct Step {
    std::size_t from = k_none;  // the split before
    std::size_t label = 0;      // one of whose rows moves
  };

  std::int64_t ideal(std::size_t label, std::size_t split) const {
    return static_cast<std::int64_t>(m_counts[label] * m_weights[split]);
  }
  /// How far the cell is above its ideal.
  std::int64_t excess(std::size_t label, std::size_t split) const {
    return m_quotas.of(label)[split] * m_whole - ideal(label, split);
  }
  void round_down();
  void round_up(std::size_t label);
  void move(std::size_t label, std::size_t from, std::size_t to);
  bool fix_by_chain();
  bool reach_from(std::size_t split, std::vector<Step>& steps, std::vector<std::size_t>& reached) const;
  void fix_by_force();
  void fill_quota(std::size_t label, std::size_t split);
  bool swap_with(std::size_t label, std::size_t split, std::size_t from);

  std::span<const std::uint64_t> m_counts;
  std::span<const std::uint64_t> m_weights;
  std::int64_t m_whole;
  LabelQuotas m_quotas;
  std::vector<std::int64_t> m_due;  // what a split is still owed; begins with what its exact size adds
  std::vector<std::size_t> m_open;  // scratch of round_up
  std::vector<std::size_t> m_next;  // by pair of splits: the label that fill_empty_quotas() tries next
};

void Rounding::round_down() {
  const std::uint64_t total = std::accumulate(m_counts.begin(), m_counts.end(), std::uint64_t{0});
  for (const std::uint64_t size : apportion(total, m_weights))
    m_due.push_back(static_cast<std::int64_t>(size) * m_whole);
  for (std::size_t label = 0; label < m_counts.size(); ++label) {
    for (std::size_t s = 0; s < m_weights.size(); ++s) {
      m_due[s] -= ideal(label, s);
      m_quotas.of(label)[s] = static_cast<std::int32_t>(ideal(label, s) / m_whole);
    }
  }
}

/// Gives the rows that rounding down left over to the splits owed most, one each.
void Rounding::round_up(std::size_t label) {
  std::int64_t left = 0;
  m_open.clear();
  for (std::size_t s = 0; s < m_weights.size(); ++s) {
    const std::int64_t rest = -excess(label, s);
    if (rest == 0) continue;
    m_due[s] += rest;
    left += rest;
    m_open.push_back(s);
  }
  const auto most = m_open.begin() + left / m_whole;
  std::partial_sort(m_open.begin(), most, m_open.end(), [&](std::size_t a, std::size_t b) {
    return m_due[a] != m_due[b] ? m_due[a] > m_due[b] : a < b;
  });
  for (auto split = m_open.begin(); split != most; ++split) {
    ++m_quotas.of(label)[*split];
    m_due[*split] -= m_whole;
  }
}

void Rounding::diffuse(std::span<const std::uint32_t> order) {
  for (const std::uint32_t label : order) round_up(label);
}

void Rounding::move(std::size_t label, std::size_t from, std::size_t to) {
  --m_quotas.of(label)[from];
  ++m_quotas.of(label)[to];
  m_due[from] += m_whole;
  m_due[to] -= m_whole;
}

/// Adds the splits that a row can move to from `split`, of a label that was rounded up here and down there.
/// True where one of them is owed a row; it is the last in `reached` then.
bool Rounding::reach_from(std::size_t split, std::vector<Step>& steps,
                          std::vector<std::size_t>& reached) const {
  for (std::size_t label = 0; label < m_counts.size(); ++label) {
    if (excess(label, split) <= 0) continue;
    for (std::size_t to = 0; to < m_weights.size(); ++to) {
      if (steps[to].from != k_none || excess(label, to) >= 0) continue;
      steps[to] = {split, label};
      reached.push_back(to);
      if (m_due[to] > 0) return true;
    }
  }
  return false;
}

/// The shortest chain of moves, each within rounding, from splits with too many rows to one with too few.
bool Rounding::fix_by_chain() {
  std::vector<Step> steps(m_weights.size());
  std::vector<std::size_t> reached;
  for (std::size_t s = 0; s < m_weights.size(); ++s) {
    if (m_due[s] >= 0) continue;
    steps[s].from = s;
    reached.push_back(s);
  }
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (!reach_from(reached[i], steps, reached)) continue;
    for (std::size_t to = reached.back(); steps[to].from != to; to = steps[to].from)
      move(steps[to].label, steps[to].from, to);
    return true;
  }
  return false;
}

/// No chain: one move beyond rounding, of the label whose worse cell is then least off.
void Rounding::fix_by_force() {
  const auto is_over = [](std::int64_t due) { return due < 0; };
  const auto is_under = [](std::int64_t due) { return due > 0; };
  const auto from =
      static_cast<std::size_t>(std::find_if(m_due.begin(), m_due.end(), is_over) - m_due.begin());
  const auto to =
      static_cast<std::size_t>(std::find_if(m_due.begin(), m_due.end(), is_under) - m_due.begin());
  std::size_t best = k_none;
  std::int64_t least = 0;
  for (std::size_t label = 0; label < m_counts.size(); ++label) {
    if (m_quotas.of(label)[from] == 0) continue;
    const std::int64_t off = std::max(m_whole - excess(label, from), excess(label, to) + m_whole);
    if (best != k_none && off >= least) continue;
    best = label;
    least = off;
  }
  move(best, from, to);
}

void Rounding::fix_columns() {
  const auto is_owed = [](std::int64_t due) { return due != 0; };
  while (std::any_of(m_due.begin(), m_due.end(), is_owed)) {
    if (!fix_by_chain()) fix_by_force();
  }
}

/// The next label that can take a row of `label` in `from` for one of its own in `split`, within rounding.
bool Rounding::swap_with(std::size_t label, std::size_t split, std::size_t from) {
  std::size_t& other = m_next[split * m_weights.size() + from];
  for (; other < m_counts.size(); ++other) {
    if (m_quotas.of(other)[split] < 2 || excess(other, split) <= 0 || excess(other, from) >= 0) continue;
    move(label, from, split);
    move(other, split, from);
    return true;
  }
  return false;
}

void Rounding::fill_quota(std::size_t label, std::size_t split) {
  for (std::size_t from = 0; from < m_weights.size(); ++from) {
    const bool can_give = m_quotas.of(label)[from] >= 2 && excess(label, from) > 0;
    if (can_give && swap_with(label, split, from)) return;
  }
}

/// A label with a row for each split should be in each: it swaps rows with labels that have several there.
void Rounding::fill_empty_quotas() {
  m_next.assign(m_weights.size() * m_weights.size(), 0);
  for (std::size_t label = 0; label < m_counts.size(); ++label) {
    if (m_counts[label] < m_weights.size()) continue;
    for (std::size_t split = 0; split < m_weights.size(); ++split) {
      if (m_quotas.of(label)[split] == 0 && excess(label, split) < 0) fill_quota(label, split);
    }
  }
}

}  // namespace

LabelQuotas label_quotas(std::span<const std::uint64_t> counts, std::span<const std::uint64_t> weights,
                         std::uint64_t seed) {
  Rounding rounding(counts, weights);
  rounding.diffuse(shuffled(static_cast<std::uint32_t>(counts.size()), seed, "split labels"));
  rounding.fix_columns();
  rounding.fill_empty_quotas();
  return rounding.take();
}

}  // namespace tfrec
