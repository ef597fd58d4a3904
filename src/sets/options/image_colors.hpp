// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "image/decode_options.hpp"

namespace tfrec {

using RgbColor = std::array<std::uint8_t, 3>;

/// "black", "white", "gray", "#rrggbb" or "r,g,b" into `color`; false if it is none of them.
bool take_color(std::string_view text, RgbColor& color);
/// "#rrggbb".
std::string color_text(const RgbColor& color);

/// --alpha: "drop", "error", or a colour to lay the image over.
bool take_alpha(std::string_view text, DecodeOptions& options);
std::string alpha_text(const DecodeOptions& options);

}  // namespace tfrec
