// SPDX-License-Identifier: Apache-2.0
// One reader per format: it fills in the facts in the headers of a file or of its beginning.
#pragma once

#include <string_view>

#include "image/facts/image_facts.hpp"

namespace tfrec {

/// Walks the markers of a JPEG up to its first scan: the frame header, and the orientation.
void read_jpeg_facts(std::string_view bytes, ImageFacts& facts);
void read_png_facts(std::string_view bytes, ImageFacts& facts);
void read_webp_facts(std::string_view bytes, ImageFacts& facts);
void read_bmp_facts(std::string_view bytes, ImageFacts& facts);
void read_gif_facts(std::string_view bytes, ImageFacts& facts);
void read_tiff_facts(std::string_view bytes, ImageFacts& facts);
/// PBM, PGM, PPM and PAM.
void read_pnm_facts(std::string_view bytes, ImageFacts& facts);

}  // namespace tfrec
