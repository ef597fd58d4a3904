// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/sample_labels.hpp"

#include <numeric>
#include <stdexcept>

namespace tfrec {

namespace {

void check(std::uint32_t samples, const SampleLabels& labels) {
  const std::span<const std::uint64_t> begins = labels.begins;
  bool fits = labels.empty() || !begins.empty() || labels.labels.size() == samples;
  if (!begins.empty()) {
    fits = begins.size() == std::size_t{samples} + 1 && begins.front() == 0 &&
           begins.back() == labels.labels.size();
    for (std::size_t i = 1; fits && i < begins.size(); ++i) fits = begins[i - 1] <= begins[i];
  }
  for (const std::uint32_t label : labels.labels)
    fits = fits && (label < labels.count || (begins.empty() && label == k_no_label));
  if (!fits) throw std::invalid_argument("labels do not match the samples");
}

}  // namespace

Strata::Strata(std::uint32_t samples, const SampleLabels& labels)
    : m_samples(samples), m_labels(labels), m_without(labels.count), m_counts(std::size_t{labels.count} + 1) {
  check(samples, labels);
  for (std::size_t sample = 0; sample < samples; ++sample) {
    for (const std::uint32_t label : of(sample)) ++m_counts[label];
  }
  const std::uint64_t all = std::accumulate(m_counts.begin(), m_counts.end(), std::uint64_t{0});
  if (all > std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument("more than 2^31 labels in all samples");
}

}  // namespace tfrec
