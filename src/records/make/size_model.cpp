// SPDX-License-Identifier: Apache-2.0
#include "records/make/size_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tfrec {

namespace {

struct Means {
  double source = 0;
  double record = 0;
};

Means means_of(std::span<const SizePair> sample) {
  Means means;
  for (const SizePair& pair : sample) {
    means.source += pair.source;
    means.record += pair.record;
  }
  means.source /= static_cast<double>(sample.size());
  means.record /= static_cast<double>(sample.size());
  return means;
}

/// Records grow so much per byte of their source, by least squares.
double slope(std::span<const SizePair> sample, const Means& means) {
  double together = 0;
  double alone = 0;
  for (const SizePair& pair : sample) {
    together += (pair.source - means.source) * (pair.record - means.record);
    alone += (pair.source - means.source) * (pair.source - means.source);
  }
  return alone > 0 ? std::max(0.0, together / alone) : 0;
}

}  // namespace

std::uint64_t SizeModel::bytes(std::uint64_t records, std::uint64_t source_bytes) const {
  const double all = per_record * static_cast<double>(records) + per_byte * static_cast<double>(source_bytes);
  return static_cast<std::uint64_t>(std::llround(all));
}

SizeModel fit_sizes(std::span<const SizePair> sample) {
  if (sample.empty()) return {};
  const Means means = means_of(sample);
  SizeModel model;
  model.per_byte = slope(sample, means);
  model.per_record = means.record - model.per_byte * means.source;
  if (model.per_record < 0) {
    model.per_record = 0;
    model.per_byte = means.record / means.source;
  }
  for (const SizePair& pair : sample) {
    const double off = pair.record - model.per_record - model.per_byte * pair.source;
    model.variance += off * off;
  }
  model.variance /= std::max(1.0, static_cast<double>(sample.size()) - 2);
  return model;
}

double relative_error(const SizeModel& model, std::uint64_t sampled, std::uint64_t samples,
                      std::uint64_t source_bytes) {
  if (sampled >= samples) return 0;
  const auto all = static_cast<double>(model.bytes(samples, source_bytes));
  if (sampled < 3 || all <= 0) return std::numeric_limits<double>::infinity();
  const double unseen = 1 - static_cast<double>(sampled) / static_cast<double>(samples);
  return static_cast<double>(samples) * std::sqrt(model.variance * unseen / static_cast<double>(sampled)) /
         all;
}

}  // namespace tfrec
