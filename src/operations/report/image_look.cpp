// SPDX-License-Identifier: Apache-2.0
#include "operations/report/image_look.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "dataset/repeats/difference_hash.hpp"
#include "operations/report/findings/thresholds.hpp"

namespace tfrec {

namespace {

constexpr unsigned k_needed_side = 64;

/// Brightness of a view, rows packed, and the mean difference between the largest and the least channel.
struct Grey {
  std::vector<std::uint8_t> bytes;
  int width = 0;
  int height = 0;
  double saturation = 0;

  std::uint8_t at(int x, int y) const {
    return bytes[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
};

/// Appends the brightness of a row (ITU-R BT.601, weights in 65,536ths); returns the sum of its spreads.
std::uint64_t add_colors(const std::uint8_t* at, const PixelView& view, std::uint8_t* to) {
  const unsigned red = view.is_rgb ? 19'595 : 7'471;
  const unsigned blue = view.is_rgb ? 7'471 : 19'595;
  const auto step = static_cast<std::size_t>(view.channels);
  std::uint64_t spread = 0;
  for (int x = 0; x < view.width; ++x, at += step) {
    const unsigned first = at[0];
    const unsigned green = at[1];
    const unsigned third = at[2];
    to[x] = static_cast<std::uint8_t>((red * first + 38'470 * green + blue * third + 32'768) >> 16U);
    spread += std::max(std::max(first, green), third) - std::min(std::min(first, green), third);
  }
  return spread;
}

void make_grey(const PixelView& view, Grey& grey) {
  grey.width = view.width;
  grey.height = view.height;
  const auto width = static_cast<std::size_t>(view.width);
  const std::size_t count = width * static_cast<std::size_t>(view.height);
  grey.bytes.resize(count);
  std::uint64_t spread = 0;
  std::uint8_t* to = grey.bytes.data();
  for (int y = 0; y < view.height; ++y) {
    const std::uint8_t* row = view.first + static_cast<std::size_t>(y) * view.stride;
    if (view.channels >= 3) {
      spread += add_colors(row, view, to);
    } else {
      std::copy_n(row, width, to);
    }
    to += width;
  }
  grey.saturation = static_cast<double>(spread) / static_cast<double>(count);
}

/// The same in cells of `factor` x `factor` pixels.
void shrink(const Grey& from, int factor, Grey& to) {
  to.width = from.width / factor;
  to.height = from.height / factor;
  to.bytes.clear();
  const int area = factor * factor;
  for (int y = 0; y < to.height; ++y) {
    for (int x = 0; x < to.width; ++x) {
      int sum = 0;
      for (int i = 0; i < factor; ++i) {
        for (int j = 0; j < factor; ++j) sum += from.at(x * factor + j, y * factor + i);
      }
      to.bytes.push_back(static_cast<std::uint8_t>((sum + area / 2) / area));
    }
  }
}

struct Levels {
  double mean = 0;
  double deviation = 0;
  std::uint8_t low = 0;
  std::uint8_t high = 0;
};

Levels levels_of(const Grey& grey) {
  std::array<std::uint32_t, 256> counts{};
  for (const std::uint8_t level : grey.bytes) ++counts[level];
  const auto all = static_cast<double>(grey.bytes.size());
  double sum = 0;
  double squares = 0;
  for (std::size_t level = 0; level < counts.size(); ++level) {
    const double part = static_cast<double>(counts[level]) * static_cast<double>(level);
    sum += part;
    squares += part * static_cast<double>(level);
  }
  Levels levels{sum / all, std::sqrt(std::max(0.0, squares / all - (sum / all) * (sum / all))), 0, 255};
  const auto edge = static_cast<std::uint64_t>(all / 100);
  std::uint64_t below = 0;
  while (levels.low < 255 && (below += counts[levels.low]) <= edge) ++levels.low;
  std::uint64_t above = 0;
  while (levels.high > 0 && (above += counts[levels.high]) <= edge) --levels.high;
  return levels;
}

/// How much pixels differ from the mean of their four neighbours, in quarters of a level: 1 % differ more.
double detail_of(const Grey& grey) {
  if (grey.width < 3 || grey.height < 3) return 0;
  std::array<std::uint32_t, 4 * 255 + 1> counts{};
  for (int y = 1; y + 1 < grey.height; ++y) {
    for (int x = 1; x + 1 < grey.width; ++x) {
      const int difference =
          4 * grey.at(x, y) - grey.at(x - 1, y) - grey.at(x + 1, y) - grey.at(x, y - 1) - grey.at(x, y + 1);
      ++counts[static_cast<std::size_t>(std::abs(difference))];
    }
  }
  const int edge = (grey.width - 2) * (grey.height - 2) / 100;
  std::size_t quarters = counts.size() - 1;
  for (std::uint64_t above = counts[quarters]; quarters > 0 && above <= static_cast<std::uint64_t>(edge);)
    above += counts[--quarters];
  return static_cast<double>(quarters) / 4;
}

std::uint16_t of_65535(double share) {
  return static_cast<std::uint16_t>(std::lround(65'535 * std::clamp(share, 0.0, 1.0)));
}

std::uint64_t hash_of(const Grey& grey, unsigned reduction, std::uint32_t width, std::uint32_t height) {
  constexpr std::uint32_t k_longest = 1U << 20U;  // that can be hashed
  if (std::max(width, height) >= k_longest) return 0;
  GreyPixels pixels;
  pixels.bytes = grey.bytes;
  pixels.width = static_cast<std::uint32_t>(grey.width);
  pixels.height = static_cast<std::uint32_t>(grey.height);
  pixels.stride = pixels.width;
  const auto fits = [&](std::uint32_t side, std::uint32_t whole) {
    return (whole + reduction - 1) / reduction == side;
  };
  if (reduction > 1 && fits(pixels.width, width) && fits(pixels.height, height)) {
    pixels.reduction = reduction;
    pixels.source_width = width;
    pixels.source_height = height;
  }
  return difference_hash(pixels);
}

}  // namespace

PixelView view_of(const Pixels& pixels) {
  PixelView view{pixels.row(0), 0, pixels.width(), pixels.height(), pixels.channels(), false};
  if (view.height > 1) view.stride = static_cast<std::size_t>(pixels.row(1) - pixels.row(0));
  return view;
}

unsigned look_reduction(const ImageFacts& facts) {
  unsigned reduction = 8;
  while (reduction > 1 && std::min(facts.width, facts.height) / reduction < k_needed_side) reduction /= 2;
  return reduction;
}

void look_at(const PixelView& view, unsigned reduction, std::uint32_t width, std::uint32_t height,
             ImageRow& row) {
  thread_local Grey grey;
  thread_local Grey small;
  make_grey(view, grey);
  const int factor = std::max(1, std::min(grey.width, grey.height) / static_cast<int>(k_needed_side));
  if (factor > 1) shrink(grey, factor, small);
  const Grey& measured = factor > 1 ? small : grey;
  const Levels levels = levels_of(grey);
  row.brightness = of_65535(levels.mean / 255);
  row.contrast = of_65535(levels.deviation / 255);
  row.low = levels.low;
  row.high = levels.high;
  row.saturation = static_cast<std::uint8_t>(std::lround(grey.saturation));
  row.sharpness = of_65535(levels.deviation < 0.5 ? 0 : detail_of(measured) / (8 * levels.deviation));
  row.hash = hash_of(grey, reduction, width, height);
  row.is_seen = true;
}

namespace {

constexpr int k_cells = 32;

/// Means of 32 x 32 cells.
ImageLook cells_of(const Grey& grey) {
  ImageLook cells{};
  for (int row = 0; row < k_cells; ++row) {
    const int top = row * grey.height / k_cells;
    const int bottom = std::max(top + 1, (row + 1) * grey.height / k_cells);
    for (int column = 0; column < k_cells; ++column) {
      const int left = column * grey.width / k_cells;
      const int right = std::max(left + 1, (column + 1) * grey.width / k_cells);
      double sum = 0;
      for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right; ++x) sum += grey.at(x, y);
      }
      cells[static_cast<std::size_t>(row * k_cells + column)] =
          static_cast<float>(sum / ((bottom - top) * (right - left)));
    }
  }
  return cells;
}

/// Each cell less the mean of its neighbours.
ImageLook detail_of(const ImageLook& cells) {
  ImageLook detail{};
  for (int y = 0; y < k_cells; ++y) {
    for (int x = 0; x < k_cells; ++x) {
      float sum = 0;
      float count = 0;
      for (int i = std::max(0, y - 1); i <= std::min(k_cells - 1, y + 1); ++i) {
        for (int j = std::max(0, x - 1); j <= std::min(k_cells - 1, x + 1); ++j, ++count)
          sum += cells[static_cast<std::size_t>(i * k_cells + j)];
      }
      const auto at = static_cast<std::size_t>(y * k_cells + x);
      detail[at] = cells[at] - sum / count;
    }
  }
  return detail;
}

/// False if there is nothing but one level.
bool normalise(ImageLook& look) {
  const float mean = std::accumulate(look.begin(), look.end(), 0.0F) / static_cast<float>(look.size());
  for (float& cell : look) cell -= mean;
  const float length = std::sqrt(std::transform_reduce(look.begin(), look.end(), look.begin(), 0.0F));
  if (length < 1) return false;
  for (float& cell : look) cell /= length;
  return true;
}

}  // namespace

ImageLooks looks_of(const PixelView& view) {
  Grey grey;
  make_grey(view, grey);
  ImageLooks looks;
  if (grey.width < 1 || grey.height < 1) return looks;
  looks.coarse = cells_of(grey);
  looks.fine = detail_of(looks.coarse);
  const bool has_levels = normalise(looks.coarse);
  looks.is_flat = !normalise(looks.fine) || !has_levels;
  return looks;
}

bool look_alike(const ImageLooks& a, const ImageLooks& b) {
  if (a.is_flat || b.is_flat) return false;
  const auto product = [](const ImageLook& one, const ImageLook& other) {
    return std::transform_reduce(one.begin(), one.end(), other.begin(), 0.0F);
  };
  return product(a.coarse, b.coarse) >= k_alike_brightness && product(a.fine, b.fine) >= k_alike_detail;
}

}  // namespace tfrec
