// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tfrec {

/// How an image meets a size of another shape.
enum class Fit {
  stretch,  // exactly W×H, as cv::resize does; the shape may change
  crop,     // scaled to cover W×H, the middle of it kept
  pad,      // scaled to lie within W×H, the rest filled
  shorter,  // the shorter side becomes W, the shape is kept
  longer,   // the longer side becomes W, the shape is kept
};

enum class Interpolation {
  automatic,  // area where both sides shrink, else cubic
  nearest,
  linear,
  cubic,
  area,
  lanczos,
};

struct Extent {
  int width = 0;
  int height = 0;
  friend bool operator==(const Extent&, const Extent&) = default;
};

struct ResizeOptions {
  int width = 0;  // 0: no resizing
  int height = 0;
  Fit fit = Fit::stretch;
  Interpolation interpolation = Interpolation::automatic;
  bool no_upscale = false;  // never scale by more than 1; only `pad` still gives W×H then
  std::array<std::uint8_t, 3> pad_rgb{0, 0, 0};
  Extent exact;  // where known: what to scale to, found from a larger source than the one at hand

  bool wanted() const { return width > 0; }
};

/// The size an image is scaled to, before `crop` cuts and `pad` fills. Sides are rounded half up, at
/// least 1.
Extent scaled_extent(Extent source, const ResizeOptions& options);

/// Where an image of that size comes to lie in the one that is stored.
struct Placement {
  Extent scaled;  // the whole image after scaling
  Extent stored;
  int left =
      0;  // of the scaled image in the stored one: negative where `crop` cuts, positive where `pad` fills
  int top = 0;
};

/// The one formula for crop and pad: an odd pixel is cut off, or filled in, at the right and the bottom.
Placement placement(Extent source, const ResizeOptions& options);

/// "224" (a square) or "640x480". Nothing if it is none, or a side is 0 or over 65,500.
std::optional<Extent> parse_extent(std::string_view text);
/// "640x480"
std::string extent_text(Extent extent);
/// Sides of any array, joined by 'x': "28x28x1".
std::string sides_text(std::span<const std::uint64_t> sides);

}  // namespace tfrec
