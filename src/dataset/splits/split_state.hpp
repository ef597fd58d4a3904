// SPDX-License-Identifier: Apache-2.0
// What split_samples() keeps while it places groups and samples.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dataset/splits/label_quotas.hpp"
#include "dataset/splits/sample_labels.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

struct SplitState {
  SplitState(std::uint32_t samples, std::span<const std::uint64_t> sizes, LabelQuotas quotas)
      : open(sizes.begin(), sizes.end()),
        wanted(std::move(quotas)),
        has_samples(sizes.size()),
        split_of_sample(samples, k_no_split) {}

  std::size_t splits() const { return open.size(); }
  /// Is to have samples and has none.
  bool is_bare(std::size_t split) const { return open[split] > 0 && !has_samples[split]; }
  std::size_t bare_splits() const {
    std::size_t bare = 0;
    for (std::size_t s = 0; s < splits(); ++s) bare += is_bare(s) ? 1 : 0;
    return bare;
  }

  void place(std::size_t sample, std::size_t split, std::span<const std::uint32_t> labels) {
    split_of_sample[sample] = static_cast<std::uint16_t>(split);
    has_samples[split] = true;
    --open[split];
    for (const std::uint32_t label : labels) --wanted.of(label)[split];
  }

  std::vector<std::int64_t> open;  // samples each split still takes; below 0 if a group was too large
  LabelQuotas wanted;              // samples of each label each split still wants; below 0 if it has too many
  std::vector<bool> has_samples;   // by split
  std::vector<std::uint16_t> split_of_sample;
};

}  // namespace tfrec
