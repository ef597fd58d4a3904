// SPDX-License-Identifier: Apache-2.0
// What samples are stratified by: their labels, as compact numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tfrec {

/// In SampleLabels without `begins`: a sample that has no label (an empty cell).
inline constexpr std::uint32_t k_no_label = std::numeric_limits<std::uint32_t>::max();

/// Labels of all samples, 0 … count-1. Either one per sample (`begins` empty, labels[sample]), or a list per
/// sample (labels[begins[sample]] … labels[begins[sample + 1]], `begins` has samples + 1 entries): several
/// label columns put their classes one after the other (ids of the second column begin where the first one's
/// end), cells with several labels list them all. A view: what it points at must outlive it.
struct SampleLabels {
  std::uint32_t count = 0;
  std::span<const std::uint32_t> labels;
  std::span<const std::uint64_t> begins;

  bool empty() const { return labels.empty() && begins.empty(); }
};

/// SampleLabels in which samples without a label have one of their own, with number `SampleLabels::count`, so
/// that they are spread evenly too; without labels that goes for all samples.
class Strata {
 public:
  /// Throws std::invalid_argument where the labels don't fit to the samples.
  Strata(std::uint32_t samples, const SampleLabels& labels);

  std::span<const std::uint32_t> of(std::size_t sample) const {
    if (!m_labels.begins.empty()) {
      const auto own = m_labels.labels.subspan(m_labels.begins[sample],
                                               m_labels.begins[sample + 1] - m_labels.begins[sample]);
      return own.empty() ? std::span(&m_without, 1) : own;
    }
    const bool has_label = !m_labels.labels.empty() && m_labels.labels[sample] != k_no_label;
    return has_label ? m_labels.labels.subspan(sample, 1) : std::span(&m_without, 1);
  }
  std::uint32_t samples() const { return m_samples; }
  /// The number of labels, that of samples without one among them.
  std::size_t size() const { return m_counts.size(); }
  /// Samples of each label.
  std::span<const std::uint64_t> counts() const { return m_counts; }

 private:
  std::uint32_t m_samples;
  SampleLabels m_labels;
  std::uint32_t m_without;
  std::vector<std::uint64_t> m_counts;
};

}  // namespace tfrec
