// SPDX-License-Identifier: Apache-2.0
#include "records/masks/place_mask.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

namespace tfrec {

namespace {

/// Where the upright pixel (u, v) lies among the samples of a file: begin + u * right + v * down.
struct Walk {
  std::ptrdiff_t begin = 0;
  std::ptrdiff_t right = 1;
  std::ptrdiff_t down = 0;
};

Walk walk_of(int orientation, std::ptrdiff_t width, std::ptrdiff_t height) {
  const std::ptrdiff_t last_column = width - 1;
  const std::ptrdiff_t last_row = (height - 1) * width;
  switch (orientation) {
    case 2:
      return {last_column, -1, width};
    case 3:
      return {last_column + last_row, -1, -width};
    case 4:
      return {last_row, 1, -width};
    case 5:
      return {0, width, 1};
    case 6:
      return {last_row, -width, 1};
    case 7:
      return {last_column + last_row, -width, -1};
    case 8:
      return {last_column, width, -1};
    default:
      return {0, 1, width};
  }
}

constexpr std::ptrdiff_t k_padding = -1;

/// For each stored column (or row) the upright one that it shows, or k_padding.
std::vector<std::ptrdiff_t> sources(int stored, int scaled, int before, std::ptrdiff_t upright) {
  std::vector<std::ptrdiff_t> shown(static_cast<std::size_t>(stored), k_padding);
  for (int i = 0; i < stored; ++i) {
    const std::ptrdiff_t x = i - before;
    if (x < 0 || x >= scaled) continue;
    shown[static_cast<std::size_t>(i)] = (2 * x + 1) * upright / (2 * std::ptrdiff_t{scaled});
  }
  return shown;
}

template <class From, class To>
void place(const StoredSamples& ids, int orientation, const Placement& at, To padding,
           StoredSamples& placed) {
  const auto* const from = reinterpret_cast<const From*>(ids.bytes.data());
  auto* to = reinterpret_cast<To*>(placed.bytes.data());
  const bool swaps = orientation >= 5;
  const Walk walk = walk_of(orientation, ids.width, ids.height);
  const auto columns = sources(at.stored.width, at.scaled.width, at.left, swaps ? ids.height : ids.width);
  const auto rows = sources(at.stored.height, at.scaled.height, at.top, swaps ? ids.width : ids.height);
  for (const std::ptrdiff_t v : rows) {
    const std::ptrdiff_t row = walk.begin + v * walk.down;
    for (const std::ptrdiff_t u : columns) {
      const bool is_padding = v == k_padding || u == k_padding;
      *to++ = is_padding ? padding : static_cast<To>(from[row + u * walk.right]);
    }
  }
}

template <class Id>
MaskPixels counted(const StoredSamples& ids) {
  constexpr std::size_t k_step = sizeof(std::uint64_t) / sizeof(Id);
  constexpr std::uint64_t k_each = UINT64_MAX / static_cast<Id>(-1);  // 0x0101… for bytes
  const auto* const all = reinterpret_cast<const Id*>(ids.bytes.data());
  std::vector<std::uint64_t> counts(std::size_t{1} << (8 * sizeof(Id)));
  const std::size_t count = ids.count();
  std::size_t i = 0;
  while (i + k_step <= count) {
    std::uint64_t word = 0;
    std::memcpy(&word, all + i, sizeof word);
    const bool is_run = word == all[i] * k_each;  // of one id, as most are
    if (is_run) counts[all[i]] += k_step;
    for (std::size_t k = is_run ? k_step : 0; k < k_step; ++k) ++counts[all[i + k]];
    i += k_step;
  }
  for (; i < count; ++i) ++counts[all[i]];
  MaskPixels pixels;
  for (std::size_t id = 0; id < counts.size(); ++id) {
    if (counts[id] > 0) pixels.emplace_hint(pixels.end(), static_cast<std::uint16_t>(id), counts[id]);
  }
  return pixels;
}

}  // namespace

void place_mask(const StoredSamples& ids, int orientation, const Placement& at, StoredIds stored,
                StoredSamples& placed) {
  placed.width = at.stored.width;
  placed.height = at.stored.height;
  placed.channels = 1;
  placed.bits = stored.bits;
  placed.bytes.resize(placed.count() * static_cast<std::size_t>(stored.bits / 8));
  const auto padding = stored.padding;
  if (ids.bits == 16 && stored.bits == 16) {
    place<std::uint16_t, std::uint16_t>(ids, orientation, at, padding, placed);
  } else if (ids.bits == 16) {
    place<std::uint16_t, std::uint8_t>(ids, orientation, at, static_cast<std::uint8_t>(padding), placed);
  } else if (stored.bits == 16) {
    place<std::uint8_t, std::uint16_t>(ids, orientation, at, padding, placed);
  } else {
    place<std::uint8_t, std::uint8_t>(ids, orientation, at, static_cast<std::uint8_t>(padding), placed);
  }
}

MaskPixels pixels_by_id(const StoredSamples& ids) {
  return ids.bits == 16 ? counted<std::uint16_t>(ids) : counted<std::uint8_t>(ids);
}

}  // namespace tfrec
