// SPDX-License-Identifier: Apache-2.0
#include "dataset/repeats/difference_hash.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace tfrec {

namespace {

constexpr std::uint32_t k_columns = 9;
constexpr std::uint32_t k_rows = 8;

/// Calls visit(cell, weight) for the cells that pixel `place` of `length` lies in; a pixel is `cells` units
/// long and a cell `length`, so that both are whole.
template <typename Visit>
void for_each_cell(std::uint64_t place, std::uint64_t length, std::uint64_t cells, const Visit& visit) {
  const std::uint64_t end = (place + 1) * cells;
  for (std::uint64_t at = place * cells; at < end;) {
    const std::uint64_t cell = at / length;
    const std::uint64_t until = std::min(end, (cell + 1) * length);
    visit(static_cast<std::size_t>(cell), until - at);
    at = until;
  }
}

void check(const GreyPixels& image) {
  constexpr std::uint32_t k_longest = 1U << 20U;
  const bool fits = image.width > 0 && image.height > 0 && image.width < k_longest &&
                    image.height < k_longest && image.stride >= image.width &&
                    image.stride <= image.bytes.size() &&
                    image.bytes.size() - image.width >= (image.height - 1) * image.stride;
  if (!fits) throw std::invalid_argument("pixels do not match width, height and stride");
}

using RowSums = std::array<std::uint64_t, k_columns>;

/// The sums of one row of pixels over the cells' columns, in ninths of a pixel.
RowSums sum_row(std::span<const std::uint8_t> row) {
  RowSums sums{};
  std::size_t x = 0;
  std::uint64_t left_of_x = 0;     // the sum of all pixels before x
  std::uint64_t left_of_cell = 0;  // the same before the cell, in ninths
  for (std::size_t cell = 0; cell < k_columns; ++cell) {
    const std::size_t end = (cell + 1) * row.size();
    left_of_x = std::accumulate(row.begin() + static_cast<std::ptrdiff_t>(x),
                                row.begin() + static_cast<std::ptrdiff_t>(end / k_columns), left_of_x);
    x = end / k_columns;
    const std::size_t ninths = end % k_columns;
    const std::uint64_t left_of_end = k_columns * left_of_x + (ninths > 0 ? ninths * row[x] : 0);
    sums[cell] = left_of_end - left_of_cell;
    left_of_cell = left_of_end;
  }
  return sums;
}

}  // namespace

std::uint64_t difference_hash(const GreyPixels& image) {
  check(image);
  std::array<RowSums, k_rows> cells{};  // width * height times the averages
  for (std::uint32_t y = 0; y < image.height; ++y) {
    const RowSums sums = sum_row(image.bytes.subspan(y * image.stride, image.width));
    for_each_cell(y, image.height, k_rows, [&](std::size_t cell, std::uint64_t weight) {
      for (std::size_t x = 0; x < k_columns; ++x) cells[cell][x] += weight * sums[x];
    });
  }
  // Even areas (a white background) would otherwise differ by the noise that another encoding brings.
  const std::uint64_t one_level = std::uint64_t{image.width} * image.height;
  std::uint64_t hash = 0;
  for (const RowSums& row : cells) {
    for (std::size_t x = 0; x + 1 < k_columns; ++x)
      hash = hash << 1U | (row[x] > row[x + 1] + one_level ? 1U : 0U);
  }
  return hash;
}

}  // namespace tfrec
