// SPDX-License-Identifier: Apache-2.0
#include "records/masks/place_mask.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "image/png/runs.hpp"

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

/// The stored columns (or rows) that show the mask, and for each of them the upright one that it shows.
struct Shown {
  std::size_t begin = 0;
  std::vector<std::ptrdiff_t> sources{};
};

Shown shown(int stored, int scaled, int before, std::ptrdiff_t upright) {
  const int begin = std::clamp(before, 0, stored);
  const int end = std::clamp(before + scaled, begin, stored);
  Shown all{static_cast<std::size_t>(begin)};
  all.sources.reserve(static_cast<std::size_t>(end - begin));
  for (std::ptrdiff_t x = begin - before; x < end - before; ++x)
    all.sources.push_back((2 * x + 1) * upright / (2 * std::ptrdiff_t{scaled}));
  return all;
}

/// `sources` is a copy, which the compiler knows that bytes written to `to` don't change.
template <class From, class To>
void pick(const From* from, std::span<const std::ptrdiff_t> sources, To* to) {
  for (std::size_t x = 0; x < sources.size(); ++x) to[x] = static_cast<To>(from[sources[x]]);
}

template <class From, class To>
void place(const StoredSamples& ids, int orientation, const Placement& at, To padding,
           StoredSamples& placed) {
  const auto* const from = reinterpret_cast<const From*>(ids.bytes.data());
  auto* const to = reinterpret_cast<To*>(placed.bytes.data());
  const auto width = static_cast<std::size_t>(at.stored.width);
  const bool swaps = orientation >= 5;
  const Walk walk = walk_of(orientation, ids.width, ids.height);
  Shown columns = shown(at.stored.width, at.scaled.width, at.left, swaps ? ids.height : ids.width);
  const Shown rows = shown(at.stored.height, at.scaled.height, at.top, swaps ? ids.width : ids.height);
  for (std::ptrdiff_t& column : columns.sources) column *= walk.right;
  if (columns.sources.size() < width || rows.sources.size() < static_cast<std::size_t>(at.stored.height))
    std::fill_n(to, placed.count(), padding);
  To* row = to + rows.begin * width + columns.begin;
  for (const std::ptrdiff_t v : rows.sources) {
    pick(from + walk.begin + v * walk.down, columns.sources, row);
    row += width;
  }
}

template <class Id>
MaskPixels counted(const StoredSamples& ids) {
  std::vector<std::uint64_t> counts(std::size_t{1} << (8 * sizeof(Id)));
  for_each_run(std::span(reinterpret_cast<const Id*>(ids.bytes.data()), ids.count()),
               [&](Id id, std::size_t length) { counts[id] += length; });
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
