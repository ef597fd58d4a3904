// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "image/pixels.hpp"

namespace tfrec {

/// Height × width × channels samples, rows from the top, R, G, B or grey: what decode_raw(…, uint8) reads.
void rgb_samples(const Pixels& image, std::string& out);

/// Each sample × `scale` as a little-endian float: what decode_raw(…, float32) reads.
void scaled_floats(const std::string& samples, float scale, std::string& out);

}  // namespace tfrec
