// SPDX-License-Identifier: Apache-2.0
// Small images for tests, made from a seed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tfrec::test {

/// A binary PPM of smooth colours.
std::string ppm_image(int width, int height, unsigned seed = 1);

/// The same as a JPEG, by libjpeg. Tests never look at its bytes: other libraries give others.
std::string jpeg_image(int width, int height, unsigned seed = 1, int quality = 90);

/// How the samples of a PNG are stored. Source: W3C PNG 3rd edition, 11.2.1.
struct PngKind {
  int bits = 8;
  int color_type = 3;  // 0: grey, 2: RGB, 3: palette, 4: grey and alpha
  int filter = 0;      // of every row: 0 to 4
};

/// A PNG of `rows`, the bytes of each row as PNG packs them, in pieces of `chunk` compressed bytes. The
/// colour of palette index i is (i, 255 - i, 7).
std::string png_image(int width, const std::vector<std::string>& rows, PngKind kind = {},
                      std::size_t chunk = 1000);

/// A palette PNG of one index everywhere but for the upper left pixel, which has index 0.
std::string mask_image(int width, int height, int id);

}  // namespace tfrec::test
