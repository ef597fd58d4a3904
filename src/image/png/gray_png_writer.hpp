// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "image/png/png_samples.hpp"
#include "image/png/run_deflater.hpp"

namespace tfrec {

/// Writes masks as PNG. Kept by a worker from mask to mask: its memory is reused.
class GrayPngWriter {
 public:
  /// Writes one channel as a grey PNG of 8 or 16 bits, over `png`. Equal samples give equal bytes on every
  /// machine.
  void write(const StoredSamples& samples, std::string& png);

 private:
  std::vector<std::uint8_t> m_rows;  // each with the number of its filter
  RunDeflater m_deflater;
};

}  // namespace tfrec
