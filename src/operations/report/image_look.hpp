// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "image/facts/image_facts.hpp"
#include "image/pixels.hpp"
#include "operations/report/image_row.hpp"

namespace tfrec {

/// Samples of 8 bits in memory, rows from the top, interleaved.
struct PixelView {
  const std::uint8_t* first = nullptr;
  std::size_t stride = 0;  // bytes from row to row
  int width = 0;
  int height = 0;
  int channels = 1;
  bool is_rgb = false;  // else three channels are B, G, R
};

PixelView view_of(const Pixels& pixels);

/// How far a JPEG may be reduced while it is decoded, so that its shorter side keeps 64 pixels: what
/// look_at() measures is the same at any size.
unsigned look_reduction(const ImageFacts& facts);

/// Fills brightness, contrast, sharpness, saturation, low, high and hash. `width` and `height` are those of
/// the whole image, which `view` may be a reduced form of.
void look_at(const PixelView& view, unsigned reduction, std::uint32_t width, std::uint32_t height,
             ImageRow& row);

/// The brightness of an image in 32 x 32 cells, less the mean and scaled to a length of 1: two images look
/// alike if their product is near 1.
using ImageLook = std::array<float, 1024>;

/// Two of them: of the brightness, and of its fine detail.
struct ImageLooks {
  ImageLook coarse{};
  ImageLook fine{};
  bool is_flat = true;  // nothing to compare
};
ImageLooks looks_of(const PixelView& view);
/// Whether they are one image, as far as re-encoding and scaling let one see.
bool look_alike(const ImageLooks& a, const ImageLooks& b);

}  // namespace tfrec
