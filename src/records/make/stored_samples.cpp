// SPDX-License-Identifier: Apache-2.0
#include "records/make/stored_samples.hpp"

namespace tfrec {

namespace {

std::vector<SampleIndex> good_samples(std::span<const SampleIndex> planned, std::span<const BadSample> bad) {
  std::vector<SampleIndex> good;
  auto next = bad.begin();
  for (const SampleIndex sample : planned) {
    if (next != bad.end() && next->sample == sample) {
      ++next;
    } else {
      good.push_back(sample);
    }
  }
  return good;
}

}  // namespace

std::vector<SampleIndex> samples_for_bad(std::span<const SampleIndex> planned,
                                         std::span<const BadSample> bad) {
  const std::vector<SampleIndex> good = good_samples(planned, bad);
  std::vector<SampleIndex> filling;
  for (std::size_t i = 0; i < bad.size() && !good.empty(); ++i) filling.push_back(good[i % good.size()]);
  return filling;
}

std::vector<SampleIndex> stored_samples(std::span<const SampleIndex> planned, std::span<const BadSample> bad,
                                        BadPlaces places) {
  std::vector<SampleIndex> stored = good_samples(planned, bad);
  if (places == BadPlaces::left_out) return stored;
  const std::vector<SampleIndex> filling = samples_for_bad(planned, bad);
  stored.insert(stored.end(), filling.begin(), filling.end());
  return stored;
}

}  // namespace tfrec
