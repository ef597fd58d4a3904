// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/feature_tally.hpp"

namespace tfrec {

void FeatureCounts::add(const FeatureCounts& other) {
  values += other.values;
  empty += other.empty;
  images += other.images;
  undecodable += other.undecodable;
  sound += other.sound;
  raw += other.raw;
}

bool FeatureCounts::holds_images() const {
  const std::uint64_t like_images = images + undecodable;
  return sound > 0 || (like_images > 0 && 2 * like_images >= values - empty);
}

bool FeatureCounts::holds_mostly_images() const {
  return values > 0 && 2 * (images + undecodable) >= values;
}

}  // namespace tfrec
