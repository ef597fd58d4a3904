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

/// A side of an image in pixels of its source.
struct Side {
  std::uint64_t length;
  std::uint64_t reduction;  // how many a pixel covers
  std::uint64_t before;     // how many the first pixel covers beyond the source

  Side(std::uint32_t pixels, std::uint32_t source, std::uint32_t per_pixel, bool is_flipped)
      : length(source == 0 ? pixels : source),
        reduction(per_pixel),
        before(is_flipped ? std::uint64_t{pixels} * per_pixel - length : 0) {}
};

/// Calls visit(cell, weight) for the cells that pixel `place` of a side lies in; a pixel of the source is
/// `cells` units long and a cell the side's length, so that both are whole.
template <typename Visit>
void for_each_cell(std::uint64_t place, const Side& side, std::uint64_t cells, const Visit& visit) {
  const std::uint64_t begin = std::max(place * side.reduction, side.before) - side.before;
  const std::uint64_t end = std::min((place + 1) * side.reduction - side.before, side.length);
  for (std::uint64_t at = begin * cells; at < end * cells;) {
    const std::uint64_t cell = at / side.length;
    const std::uint64_t until = std::min(end * cells, (cell + 1) * side.length);
    visit(static_cast<std::size_t>(cell), until - at);
    at = until;
  }
}

/// Whether so many pixels cover so many of the source, and each at least one of them.
bool covers(std::uint32_t pixels, std::uint32_t source, std::uint32_t reduction) {
  if (source == 0) return reduction == 1;
  return reduction > 0 && (std::uint64_t{source} + reduction - 1) / reduction == pixels;
}

void check(const GreyPixels& image) {
  constexpr std::uint32_t k_longest = 1U << 20U;
  const bool fits = image.width > 0 && image.height > 0 && image.width < k_longest &&
                    image.height < k_longest && image.stride >= image.width &&
                    image.stride <= image.bytes.size() &&
                    image.bytes.size() - image.width >= (image.height - 1) * image.stride &&
                    covers(image.width, image.source_width, image.reduction) &&
                    covers(image.height, image.source_height, image.reduction);
  if (!fits) throw std::invalid_argument("pixels do not match width, height and stride");
}

using RowSums = std::array<std::uint64_t, k_columns>;

/// The sums of one row of pixels over the cells' columns, in ninths of a pixel of the source.
RowSums sum_row(std::span<const std::uint8_t> row, const Side& side) {
  RowSums sums{};
  const std::uint64_t pixel = k_columns * side.reduction;
  const std::uint64_t begin = k_columns * side.before;
  std::size_t x = 0;
  std::uint64_t left_of_x = 0;                       // the sum of all pixels before x
  std::uint64_t left_of_cell = begin * row.front();  // the same before the cell, in ninths
  for (std::size_t cell = 0; cell < k_columns; ++cell) {
    const std::uint64_t end = begin + (cell + 1) * side.length;
    const auto next = static_cast<std::size_t>(end / pixel);
    left_of_x = std::accumulate(row.begin() + static_cast<std::ptrdiff_t>(x),
                                row.begin() + static_cast<std::ptrdiff_t>(next), left_of_x);
    x = next;
    const std::uint64_t ninths = end % pixel;
    const std::uint64_t left_of_end = pixel * left_of_x + (ninths > 0 ? ninths * row[x] : 0);
    sums[cell] = left_of_end - left_of_cell;
    left_of_cell = left_of_end;
  }
  return sums;
}

}  // namespace

std::uint64_t difference_hash(const GreyPixels& image) {
  check(image);
  const Side across(image.width, image.source_width, image.reduction, image.flipped_across);
  const Side down(image.height, image.source_height, image.reduction, image.flipped_down);
  std::array<RowSums, k_rows> cells{};  // the averages times the pixels of the source
  for (std::uint32_t y = 0; y < image.height; ++y) {
    const RowSums sums = sum_row(image.bytes.subspan(y * image.stride, image.width), across);
    for_each_cell(y, down, k_rows, [&](std::size_t cell, std::uint64_t weight) {
      for (std::size_t x = 0; x < k_columns; ++x) cells[cell][x] += weight * sums[x];
    });
  }
  // Even areas (a white background) would otherwise differ by the noise that another encoding brings.
  const std::uint64_t one_level = across.length * down.length;
  std::uint64_t hash = 0;
  for (const RowSums& row : cells) {
    for (std::size_t x = 0; x + 1 < k_columns; ++x)
      hash = hash << 1U | (row[x] > row[x + 1] + one_level ? 1U : 0U);
  }
  return hash;
}

}  // namespace tfrec
