// SPDX-License-Identifier: Apache-2.0
#include "records/image/pixel_sums.hpp"

#include <algorithm>
#include <cmath>

namespace tfrec {

namespace {

/// Adds every `step`-th sample from `samples` on.
void add_row(const std::uint8_t* samples, std::size_t count, std::size_t step, std::uint64_t& sum,
             std::uint64_t& squares) {
  // A row is below 2^31 pixels, so 64 bits hold either sum.
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t sample = samples[i * step];
    sum += sample;
    squares += sample * sample;
  }
}

}  // namespace

void PixelSums::add(const Pixels& image) {
  const auto width = static_cast<std::size_t>(image.width());
  const auto channels = static_cast<std::size_t>(image.channels());
  pixels += width * static_cast<std::uint64_t>(image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (std::size_t c = 0; c < sum.size(); ++c) {
      const std::size_t from = channels == 3 ? 2 - c : 0;  // images are B, G, R
      add_row(image.row(y) + from, width, channels, sum[c], squares[c]);
    }
  }
}

void PixelSums::add(const PixelSums& other) {
  pixels += other.pixels;
  for (std::size_t c = 0; c < sum.size(); ++c) {
    sum[c] += other.sum[c];
    squares[c] += other.squares[c];
  }
}

std::optional<ChannelStatistics> PixelSums::statistics() const {
  if (pixels == 0) return std::nullopt;
  ChannelStatistics result;
  result.pixels = pixels;
  const auto count = static_cast<long double>(pixels);
  for (std::size_t c = 0; c < sum.size(); ++c) {
    const long double mean = static_cast<long double>(sum[c]) / count;
    const long double variance = static_cast<long double>(squares[c]) / count - mean * mean;
    result.mean[c] = static_cast<double>(mean / 255);
    result.deviation[c] = static_cast<double>(std::sqrt(std::max(variance, 0.0L)) / 255);
  }
  return result;
}

}  // namespace tfrec
