// SPDX-License-Identifier: Apache-2.0
// What a record takes, estimated from its source's bytes.
#pragma once

#include <cstdint>
#include <span>

namespace tfrec {

/// One record of a sample.
struct SizePair {
  double source = 0;  // bytes of the image file
  double record = 0;  // bytes in the shard
};

/// A record takes so much, and so much per byte of its source: images brought to one size take about the
/// same each, images that keep theirs follow their source, and most sets are somewhere between.
struct SizeModel {
  double per_record = 0;
  double per_byte = 0;
  double variance = 0;  // of single records around the model

  /// Predicted bytes of `records` whose sources have `source_bytes` in all.
  std::uint64_t bytes(std::uint64_t records, std::uint64_t source_bytes) const;
};

/// The regression estimator (Cochran, Sampling Techniques, chapter 7), kept from falling with the source's
/// size or below 0; there the mean alone or the ratio alone is taken. Zero for no pairs.
SizeModel fit_sizes(std::span<const SizePair> sample);

/// Standard error of the predicted bytes of all `samples` as a part of them, where `sampled` of them made the
/// model; infinite while that is unknown.
double relative_error(const SizeModel& model, std::uint64_t sampled, std::uint64_t samples,
                      std::uint64_t source_bytes);

}  // namespace tfrec
