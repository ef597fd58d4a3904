// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/feature_tally.hpp"

namespace tfrec {

void FeatureCounts::add(const FeatureCounts& other) {
  values += other.values;
  empty += other.empty;
  pictures += other.pictures;
  undecodable += other.undecodable;
  sound += other.sound;
  raw += other.raw;
}

bool FeatureCounts::holds_pictures() const {
  const std::uint64_t like_pictures = pictures + undecodable;
  return sound > 0 || (like_pictures > 0 && 2 * like_pictures >= values - empty);
}

bool FeatureCounts::holds_mostly_pictures() const {
  return values > 0 && 2 * (pictures + undecodable) >= values;
}

}  // namespace tfrec
