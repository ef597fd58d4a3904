// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tfrec {

/// One pass over a split in batches of `batch` records over all hosts together (the global batch).
struct BatchFit {
  std::uint64_t steps = 0;      // full batches: steps per epoch with drop_remainder, as TPUs need it
  std::uint64_t remainder = 0;  // records in the last, smaller batch; left out with drop_remainder

  /// Steps per epoch where the smaller batch is kept.
  std::uint64_t steps_with_remainder() const { return steps + (remainder != 0 ? 1 : 0); }
};

/// Precondition: batch > 0.
constexpr BatchFit fit_batches(std::uint64_t records, std::uint64_t batch) {
  return {records / batch, records % batch};
}

}  // namespace tfrec
