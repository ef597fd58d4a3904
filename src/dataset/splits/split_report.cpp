// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/split_report.hpp"

#include <cmath>
#include <numeric>

namespace tfrec {

namespace {

std::vector<SplitCounts> count_samples(std::span<const std::uint16_t> split_of_sample, const Strata& strata,
                                       std::size_t splits, std::uint32_t labels) {
  std::vector<SplitCounts> counts(splits);
  for (SplitCounts& split : counts) split.labels.resize(labels);
  for (std::size_t sample = 0; sample < split_of_sample.size(); ++sample) {
    SplitCounts& split = counts.at(split_of_sample[sample]);
    ++split.samples;
    for (const std::uint32_t label : strata.of(sample))
      ++(label == labels ? split.unlabelled : split.labels[label]);
  }
  return counts;
}

/// Shares as they are compared with: they may sum to a millionth more or less than 1.
std::vector<double> normalised(std::span<const SplitShare> shares) {
  double sum = 0;
  for (const SplitShare& share : shares) sum += share.share;
  std::vector<double> exact;
  for (const SplitShare& share : shares) exact.push_back(share.share / sum);
  return exact;
}

void keep_larger(std::optional<ShareDeviation>& largest, const ShareDeviation& found,
                 double (ShareDeviation::*measure)() const) {
  if (!largest || std::abs((found.*measure)()) > std::abs(((*largest).*measure)())) largest = found;
}

}  // namespace

std::vector<std::uint64_t> SplitReport::sizes() const {
  std::vector<std::uint64_t> samples;
  for (const SplitCounts& split : splits) samples.push_back(split.samples);
  return samples;
}

SplitReport report_split(std::span<const std::uint16_t> split_of_sample, const SampleLabels& labels,
                         std::span<const SplitShare> shares) {
  const Strata strata(static_cast<std::uint32_t>(split_of_sample.size()), labels);
  const std::vector<double> wanted = normalised(shares);
  SplitReport report;
  report.splits = count_samples(split_of_sample, strata, shares.size(), labels.count);
  std::optional<ShareDeviation> size;
  for (std::size_t s = 0; s < shares.size(); ++s) {
    const SplitCounts& split = report.splits[s];
    keep_larger(size, {s, {}, split.samples, split_of_sample.size(), wanted[s]}, &ShareDeviation::in_samples);
    for (std::uint32_t label = 0; label < labels.count; ++label) {
      const ShareDeviation found{s, label, split.labels[label], strata.counts()[label], wanted[s]};
      keep_larger(report.most_samples, found, &ShareDeviation::in_samples);
      if (found.of >= shares.size()) keep_larger(report.most_points, found, &ShareDeviation::points);
    }
  }
  report.size = size.value_or(ShareDeviation{});
  return report;
}

}  // namespace tfrec
