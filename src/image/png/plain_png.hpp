// SPDX-License-Identifier: Apache-2.0
// PNGs as most masks are: one byte a pixel, grey or with a palette, not interlaced.
#pragma once

#include <string>
#include <string_view>

#include "image/png/png_samples.hpp"

namespace tfrec {

/// Whether the header is that of such a PNG.
bool is_plain_png(std::string_view file);

/// Reads one without libpng, whose zlib takes five times as long as ISA-L. Returns false where the file is
/// none, or not whole: read_png_samples() then reports what is wrong.
bool read_plain_png(std::string_view file, StoredSamples& samples);

/// One that read_plain_png() reads, as a grey PNG with the same compressed samples, without palette and
/// metadata: over `png`.
void copy_gray_png(std::string_view file, std::string& png);

}  // namespace tfrec
