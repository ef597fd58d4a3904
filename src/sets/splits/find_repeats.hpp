// SPDX-License-Identifier: Apache-2.0
// The pass of --dedupe: which images are equal, or look so.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/samples/samples.hpp"
#include "image/decode_options.hpp"

namespace tfrec {

struct Repeats {
  PerSample<std::uint32_t> group_of_sample;  // dense; equal or near-equal images are one group
  PerSample<std::uint32_t> bytes_of_sample;  // the same for equal bytes
  std::vector<SampleIndex> example;          // the first group of two or more; empty if there is none
  std::uint32_t identical = 0;               // images with the bytes of an earlier one
  std::uint32_t similar = 0;                 // other images that look like an earlier one
  std::uint64_t largest = 0;                 // samples of the largest group

  /// "3 images are byte for byte another's, 5 look like another".
  std::string summary() const;
};

/// How images are compared.
struct RepeatSearch {
  DecodeOptions decode;   // as the set's
  unsigned distance = 3;  // bits in which hashes of look-alikes may differ
  unsigned threads = 1;
};

/// Reads every image once and decodes it, a JPEG at a reduced size, on all threads. Images that cannot be
/// decoded or have no structure are compared by their bytes only. Warns if the hash finds suspiciously many
/// images alike.
Repeats find_repeats(const Samples& samples, const RepeatSearch& search, Observer& observer);
/// The same over both; samples of `second` are numbered after those of `first`.
Repeats find_repeats(const Samples& first, const Samples& second, const RepeatSearch& search,
                     Observer& observer);

/// Samples of different kinds whose images have equal bytes get one number, others one each. Decodes
/// nothing: reads the ends of files of equal size, and all of those whose ends are equal.
PerSample<std::uint32_t> identical_across(const Samples& samples,
                                          const PerSample<std::uint64_t>& kind_of_sample, unsigned threads,
                                          Observer& observer);
/// The same for two sets in place of kinds; samples of `second` are numbered after those of `first`.
PerSample<std::uint32_t> identical_across(const Samples& first, const Samples& second, unsigned threads,
                                          Observer& observer);

}  // namespace tfrec
