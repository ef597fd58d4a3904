// SPDX-License-Identifier: Apache-2.0
// The pass of --dedupe: which images are equal, or look so.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "records/make/source_rows.hpp"
#include "sets/options/build_options.hpp"

namespace tfrec {

struct Repeats {
  std::vector<std::uint32_t> group_of_row;  // dense; rows of equal or near-equal images share one
  std::vector<std::uint32_t> example;       // the rows of the first group of two and more, if any
  std::uint32_t identical = 0;              // images whose bytes an earlier one has
  std::uint32_t similar = 0;                // and those that just look like an earlier one
  std::uint64_t largest = 0;                // rows of the largest group

  /// "3 images are byte for byte another's, 5 look like another".
  std::string summary() const;
};

/// Reads and decodes every image once, on all threads. What can't be decoded counts by its bytes alone, and
/// so does an image without any structure. Warns where so many look alike that the hash hardly tells them
/// apart.
Repeats find_repeats(const SourceRows& rows, const BuildOptions& options, Observer& observer);
/// The same over the rows of both, those of `first` before those of `second`.
Repeats find_repeats(const SourceRows& first, const SourceRows& second, const BuildOptions& options,
                     Observer& observer);

}  // namespace tfrec
