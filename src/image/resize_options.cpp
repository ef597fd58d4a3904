// SPDX-License-Identifier: Apache-2.0
#include "image/resize_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text/joined.hpp"

namespace tfrec {

namespace {

constexpr int k_longest_side = 65'500;

double scale_of(Extent source, const ResizeOptions& options) {
  const double across = static_cast<double>(options.width) / source.width;
  const double down = static_cast<double>(options.height) / source.height;
  switch (options.fit) {
    case Fit::crop:
      return std::max(across, down);
    case Fit::shorter:
      return static_cast<double>(options.width) / std::min(source.width, source.height);
    case Fit::longer:
      return static_cast<double>(options.width) / std::max(source.width, source.height);
    case Fit::pad:
    case Fit::stretch:
      return std::min(across, down);
  }
  return 1;
}

int scaled(int side, double scale) {
  constexpr double k_most = 1 << 30;  // more pixels than any limit lets through
  return static_cast<int>(std::clamp(std::floor(side * scale + 0.5), 1.0, k_most));
}

std::optional<int> parse_side(std::string_view text) {
  int side = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && side >= 1 && side <= k_longest_side ? std::optional(side) : std::nullopt;
}

}  // namespace

Extent scaled_extent(Extent source, const ResizeOptions& options) {
  if (options.exact.width > 0) return options.exact;
  if (options.fit == Fit::stretch) {
    if (!options.no_upscale) return {options.width, options.height};
    return {std::min(options.width, source.width), std::min(options.height, source.height)};
  }
  const double wanted = scale_of(source, options);
  const double scale = options.no_upscale ? std::min(1.0, wanted) : wanted;
  return {scaled(source.width, scale), scaled(source.height, scale)};
}

Placement placement(Extent source, const ResizeOptions& options) {
  if (!options.wanted()) return {source, source};
  const Extent scaled = scaled_extent(source, options);
  if (options.fit == Fit::crop) {
    const Extent stored{std::min(scaled.width, options.width), std::min(scaled.height, options.height)};
    return {scaled, stored, -((scaled.width - stored.width) / 2), -((scaled.height - stored.height) / 2)};
  }
  if (options.fit == Fit::pad) {
    return {scaled,
            {options.width, options.height},
            (options.width - scaled.width) / 2,
            (options.height - scaled.height) / 2};
  }
  return {scaled, scaled};
}

std::optional<Extent> parse_extent(std::string_view text) {
  const std::size_t cross = text.find('x');
  const auto width = parse_side(text.substr(0, cross));
  const auto height = cross == std::string_view::npos ? width : parse_side(text.substr(cross + 1));
  return width && height ? std::optional(Extent{*width, *height}) : std::nullopt;
}

std::string extent_text(Extent extent) {
  return std::to_string(extent.width) + "x" + std::to_string(extent.height);
}

std::string sides_text(std::span<const std::uint64_t> sides) {
  return joined(sides, "x", [](std::uint64_t side) { return std::to_string(side); });
}

}  // namespace tfrec
