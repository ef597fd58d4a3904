// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/place_samples.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace tfrec {

namespace {

/// Samples not placed yet by label, in seeded order.
class RowsByLabel {
 public:
  RowsByLabel(const SplitState& state, const Strata& strata, std::span<const std::uint32_t> order)
      : m_begins(strata.size() + 1) {
    const auto for_each = [&](const auto& visit) {
      for (const std::uint32_t sample : order) {
        if (state.split_of_sample[sample] != k_no_split) continue;
        for (const std::uint32_t label : strata.of(sample)) visit(sample, label);
      }
    };
    for_each([&](std::uint32_t, std::uint32_t label) { ++m_begins[label + 1]; });
    for (std::size_t label = 1; label < m_begins.size(); ++label) m_begins[label] += m_begins[label - 1];
    std::vector<std::uint32_t> next(m_begins.begin(), m_begins.end() - 1);
    m_samples.resize(m_begins.back());
    for_each([&](std::uint32_t sample, std::uint32_t label) { m_samples[next[label]++] = sample; });
  }

  std::span<const std::uint32_t> of(std::size_t label) const {
    return std::span(m_samples).subspan(m_begins[label], m_begins[label + 1] - m_begins[label]);
  }
  std::size_t labels() const { return m_begins.size() - 1; }

 private:
  std::vector<std::uint32_t> m_begins;  // Strata holds fewer than 2^31 labels in all
  std::vector<std::uint32_t> m_samples;
};

/// Gives out the label with the fewest samples left, of equals the first. Counts only go down, so each change
/// adds an entry and the older ones of that label are passed over.
class RarestFirst {
 public:
  explicit RarestFirst(const RowsByLabel& samples) {
    for (std::uint32_t label = 0; label < samples.labels(); ++label) {
      m_left.push_back(static_cast<std::uint32_t>(samples.of(label).size()));
      if (m_left[label] > 0) m_heap.emplace_back(m_left[label], label);
    }
    std::make_heap(m_heap.begin(), m_heap.end(), std::greater<>{});
    m_is_changed.resize(m_left.size());
  }

  void remove_one(std::uint32_t label) {
    --m_left[label];
    if (!m_is_changed[label]) m_changed.push_back(label);
    m_is_changed[label] = true;
  }

  /// False if no label has samples left.
  bool next(std::uint32_t& label) {
    note_changes();
    while (!m_heap.empty()) {
      std::pop_heap(m_heap.begin(), m_heap.end(), std::greater<>{});
      const auto [left, rarest] = m_heap.back();
      m_heap.pop_back();
      if (left != m_left[rarest]) continue;
      label = rarest;
      return true;
    }
    return false;
  }

 private:
  void note_changes() {
    for (const std::uint32_t label : m_changed) {
      m_is_changed[label] = false;
      if (m_left[label] == 0) continue;
      m_heap.emplace_back(m_left[label], label);
      std::push_heap(m_heap.begin(), m_heap.end(), std::greater<>{});
    }
    m_changed.clear();
  }

  std::vector<std::uint32_t> m_left;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> m_heap;  // samples left, label
  std::vector<std::uint32_t> m_changed;                         // since the last next()
  std::vector<bool> m_is_changed;
};

/// Whether all samples left have one label, and the quotas are just what the splits take.
bool can_meet_quotas(const SplitState& state, const Strata& strata) {
  for (std::size_t sample = 0; sample < state.split_of_sample.size(); ++sample) {
    if (state.split_of_sample[sample] == k_no_split && strata.of(sample).size() != 1) return false;
  }
  for (std::size_t s = 0; s < state.splits(); ++s) {
    std::int64_t wanted = 0;
    for (std::size_t label = 0; label < strata.size(); ++label) {
      if (state.wanted.of(label)[s] < 0) return false;
      wanted += state.wanted.of(label)[s];
    }
    if (wanted != state.open[s]) return false;
  }
  return true;
}

/// The samples of each label are cut, so that few change their split if some get another label.
void cut_labels(SplitState& state, const Strata& strata, std::span<const std::uint32_t> order) {
  for (const std::uint32_t sample : order) {
    if (state.split_of_sample[sample] != k_no_split) continue;
    const std::span<const std::uint32_t> label = strata.of(sample);
    const std::span<const std::int32_t> wanted = state.wanted.of(label.front());
    const auto split = std::ranges::find_if(wanted, [](std::int32_t samples) { return samples > 0; });
    state.place(sample, static_cast<std::size_t>(split - wanted.begin()), label);
  }
}

}  // namespace

void place_samples(SplitState& state, const Strata& strata, std::span<const std::uint32_t> order,
                   const SplitCost& cost) {
  if (can_meet_quotas(state, strata)) return cut_labels(state, strata, order);
  const RowsByLabel samples(state, strata, order);
  RarestFirst rarest(samples);
  std::vector<LabelCount> labels;
  for (std::uint32_t label = 0; rarest.next(label);) {
    for (const std::uint32_t sample : samples.of(label)) {
      if (state.split_of_sample[sample] != k_no_split) continue;
      labels.clear();
      for (const std::uint32_t own : strata.of(sample)) labels.push_back({own, 1});
      state.place(sample, cost.cheapest(state, 1, labels, label), strata.of(sample));
      for (const std::uint32_t own : strata.of(sample)) rarest.remove_one(own);
    }
  }
}

}  // namespace tfrec
