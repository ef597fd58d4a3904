// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace tfrec {

/// Decoded pixels: 8 bits a sample, rows from the top, samples interleaved, three channels in B, G, R order
/// or one. Meant to be kept and decoded into again: its memory is reused.
class Pixels {
 public:
  virtual ~Pixels() = default;
  virtual int width() const = 0;
  virtual int height() const = 0;
  virtual int channels() const = 0;
  /// The first sample of row `y`.
  virtual const std::uint8_t* row(int y) const = 0;
};

using EncodedBytes = std::vector<std::uint8_t>;

}  // namespace tfrec
