// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "image/pixels.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Sums over pixels, channel by channel: whole numbers, so that they are the same in any order.
struct PixelSums {
  std::uint64_t pixels = 0;
  std::array<std::uint64_t, 3> sum{};      // of samples, R, G, B
  std::array<std::uint64_t, 3> squares{};  // of their squares

  /// A gray image counts in all three channels.
  void add(const Pixels& image);
  void add(const PixelSums& other);

  /// Mean and standard deviation (of the population) with samples as 0 … 1; nothing without pixels.
  std::optional<ChannelStatistics> statistics() const;
};

}  // namespace tfrec
