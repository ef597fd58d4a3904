// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dataset/samples/samples.hpp"
#include "records/make/shard_store.hpp"

namespace tfrec {

/// What becomes of the place of a bad image in its shard.
enum class BadPlaces {
  left_out,  // the shard has fewer records
  filled,    // other samples of the shard are stored twice, so that it has as many as it was planned with
};

/// The samples that take the places of bad ones: those of the shard that are not bad, from the first on, and
/// again if there are too few. None if all are bad.
std::vector<SampleIndex> samples_for_bad(std::span<const SampleIndex> planned,
                                         std::span<const BadSample> bad);

/// The samples of a shard's records, in order. `bad` are in the order of `planned`; what fills their places
/// comes last.
std::vector<SampleIndex> stored_samples(std::span<const SampleIndex> planned, std::span<const BadSample> bad,
                                        BadPlaces places);

}  // namespace tfrec
