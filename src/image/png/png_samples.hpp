// SPDX-License-Identifier: Apache-2.0
// PNG samples as they are stored: palette indices and grey values, without any conversion. Source: W3C PNG
// 3rd edition, 4 and 11.2.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rejected.hpp"

namespace tfrec {

/// Rows from the top, samples interleaved. Meant to be kept and read into again: its memory is reused.
struct StoredSamples {
  int width = 0;
  int height = 0;
  int channels = 1;  // 1: grey values or palette indices; 3: red, green, blue
  int bits = 8;      // of a sample in memory: 8, or 16 in the byte order of the machine
  std::vector<std::uint8_t> bytes;

  std::size_t count() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
};

/// Reads a whole PNG. Samples of 1, 2 and 4 bits become bytes of the same value. An alpha channel is dropped
/// if all of it is opaque; else the file is bad. Returns what is wrong with it.
std::optional<Rejected> read_png_samples(std::string_view file, StoredSamples& samples);

}  // namespace tfrec
