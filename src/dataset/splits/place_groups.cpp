// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "dataset/splits/place_samples.hpp"

namespace tfrec {

namespace {

/// Samples of the groups of two and more, largest group first, of equals the one whose first sample comes
/// first.
class LargeGroups {
 public:
  LargeGroups(std::span<const std::uint32_t> groups, std::span<const std::uint32_t> order) {
    std::vector<std::uint32_t> sizes(groups.size());
    for (const std::uint32_t group : groups) ++sizes[group];
    std::vector<std::uint32_t> ranked = by_first_sample(groups, order, sizes);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return sizes[a] > sizes[b]; });
    gather(groups, order, std::move(sizes), ranked);
  }

  std::size_t size() const { return m_begins.size() - 1; }
  std::size_t samples() const { return m_samples.size(); }
  std::span<const std::uint32_t> samples_of(std::size_t rank) const {
    return std::span(m_samples).subspan(m_begins[rank], m_begins[rank + 1] - m_begins[rank]);
  }

 private:
  static std::vector<std::uint32_t> by_first_sample(std::span<const std::uint32_t> groups,
                                                    std::span<const std::uint32_t> order,
                                                    std::span<const std::uint32_t> sizes) {
    std::vector<bool> is_seen(groups.size());
    std::vector<std::uint32_t> ranked;
    for (const std::uint32_t sample : order) {
      const std::uint32_t group = groups[sample];
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
    m_samples.resize(m_begins.back());
    for (const std::uint32_t sample : order) {
      if (next[groups[sample]] != k_single) m_samples[next[groups[sample]]++] = sample;
    }
  }

  std::vector<std::uint32_t> m_begins;
  std::vector<std::uint32_t> m_samples;
};

/// Labels of a group with their counts, in ascending order.
void count_labels(const Strata& strata, std::span<const std::uint32_t> samples,
                  std::vector<LabelCount>& labels) {
  labels.clear();
  for (const std::uint32_t sample : samples) {
    for (const std::uint32_t label : strata.of(sample)) labels.push_back({label, 1});
  }
  std::sort(labels.begin(), labels.end(),
            [](const LabelCount& a, const LabelCount& b) { return a.label < b.label; });
  std::size_t kept = 0;
  for (const LabelCount& one : labels) {
    if (kept > 0 && labels[kept - 1].label == one.label) {
      ++labels[kept - 1].samples;
    } else {
      labels[kept++] = one;
    }
  }
  labels.resize(kept);
}

}  // namespace

void place_groups(SplitState& state, const Strata& strata, std::span<const std::uint32_t> groups,
                  std::span<const std::uint32_t> order, const SplitCost& cost) {
  const LargeGroups large(groups, order);
  std::vector<LabelCount> labels;
  std::size_t left =
      large.size() + (groups.size() - large.samples());  // groups, those of one sample among them
  for (std::size_t rank = 0; rank < large.size(); ++rank, --left) {
    const std::span<const std::uint32_t> samples = large.samples_of(rank);
    const auto count = static_cast<std::int64_t>(samples.size());
    count_labels(strata, samples, labels);
    const std::size_t bare = state.bare_splits();
    const bool fills_bare = bare > 0 && left <= bare;
    const std::size_t split =
        fills_bare ? cost.cheapest_bare(state, count, labels) : cost.cheapest(state, count, labels);
    for (const std::uint32_t sample : samples) state.place(sample, split, strata.of(sample));
  }
}

}  // namespace tfrec
