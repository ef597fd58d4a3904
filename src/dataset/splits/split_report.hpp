// SPDX-License-Identifier: Apache-2.0
// What came out of a split, for people and the manifest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dataset/splits/sample_labels.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

struct SplitCounts {
  std::uint64_t samples = 0;
  std::uint64_t unlabelled = 0;       // samples without a label
  std::vector<std::uint64_t> labels;  // samples of each label; ids as in SampleLabels
};

/// How far a split is from the part of the samples (of one label, or of all) it was to have.
struct ShareDeviation {
  std::size_t split = 0;
  std::optional<std::uint32_t> label;  // nothing: of all samples
  std::uint64_t samples = 0;           // it got
  std::uint64_t of = 0;                // there are in all splits
  double wanted = 0;                   // the wanted share of `of`

  double share() const { return of == 0 ? wanted : static_cast<double>(samples) / static_cast<double>(of); }
  /// Got less wanted, as a part of `of`: 0.05 are five points too many.
  double points() const { return share() - wanted; }
  /// The same in samples: below 1 either way is rounding alone.
  double in_samples() const { return static_cast<double>(samples) - wanted * static_cast<double>(of); }
};

struct SplitReport {
  std::vector<SplitCounts> splits;
  ShareDeviation size;  // the largest in_samples() of a split's samples
  std::optional<ShareDeviation>
      most_samples;  // the largest in_samples() of a label in a split; nothing without labels
  std::optional<ShareDeviation> most_points;  // the largest points() of a label with at least as many samples
                                              // as there are splits; nothing if there is none

  std::vector<std::uint64_t> sizes() const;
};

/// Whether so many values, most of which occur once, can hardly be spread over splits.
inline bool spreads_little(std::uint64_t values, std::uint64_t samples) {
  return values >= 3 && values * 2 > samples;
}

/// Counts and the largest deviations (either sign; of equals the first). With shares taken from the data (a
/// split column, folders) give shares of the shares that came out: what is left is how the labels differ.
SplitReport report_split(std::span<const std::uint16_t> split_of_sample, const SampleLabels& labels,
                         std::span<const SplitShare> shares);

}  // namespace tfrec
