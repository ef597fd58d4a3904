// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "image/facts/byte_view.hpp"
#include "image/jpeg/jpeg_segments.hpp"

namespace tfrec {

namespace {

constexpr std::uint8_t k_dqt = 0xDB;
constexpr std::size_t k_coefficients = 64;

// Sums need no order: the example tables K.1 and K.2 of ITU-T T.81, which libjpeg scales.
constexpr std::array<int, k_coefficients> k_luminance{
    16, 11,  10,  16, 24, 40, 51, 61, 12,  12,  14,  19,  26, 58, 60, 55,  14,  13,  16,  24, 40, 57,
    69, 56,  14,  17, 22, 29, 51, 87, 80,  62,  18,  22,  37, 56, 68, 109, 103, 77,  24,  35, 55, 64,
    81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98,  112, 100, 103, 99};
constexpr std::array<int, k_coefficients> k_chrominance{
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99,
    99, 99, 47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99};

/// Sum of a standard table as libjpeg's jpeg_set_quality scales it for baseline files.
int scaled_sum(const std::array<int, k_coefficients>& table, int quality) {
  const int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  int sum = 0;
  for (const int entry : table) sum += std::clamp((entry * scale + 50) / 100, 1, 255);
  return sum;
}

struct TableSums {
  std::optional<int> luminance;
  std::optional<int> chrominance;
};

/// One DQT segment can define several tables of 8 or 16 bits an entry; 0 is for luminance, others for
/// chrominance.
void read_tables(std::string_view parameters, TableSums& sums) {
  const ByteView bytes(parameters);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::uint8_t header = bytes.u8(at);
    const std::size_t entry_bytes = (header >> 4U) != 0 ? 2 : 1;
    if (!bytes.holds(at + 1, entry_bytes * k_coefficients)) return;
    int sum = 0;
    for (std::size_t i = 0; i < k_coefficients; ++i) {
      const std::size_t place = at + 1 + i * entry_bytes;
      sum += entry_bytes == 2 ? bytes.u16(place) : bytes.u8(place);
    }
    ((header & 15U) == 0 ? sums.luminance : sums.chrominance) = sum;
    at += 1 + entry_bytes * k_coefficients;
  }
}

}  // namespace

std::optional<int> jpeg_quality(std::string_view file) {
  TableSums sums;
  JpegSegments segments(file, StrayBytes::passed_over);
  while (const auto segment = segments.next()) {
    if (segment->marker == k_dqt) read_tables(segment->parameters, sums);
    if (segment->marker == 0xDA) break;
  }
  if (!sums.luminance) return std::nullopt;
  for (int quality = 100; quality > 1; --quality) {
    const bool luminance = scaled_sum(k_luminance, quality) >= *sums.luminance;
    const bool chrominance = !sums.chrominance || scaled_sum(k_chrominance, quality) >= *sums.chrominance;
    if (luminance && chrominance) return quality;
  }
  return 1;
}

}  // namespace tfrec
