// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfrec {

/// What every PNG begins with.
inline constexpr std::string_view k_png_signature = "\x89PNG\r\n\x1a\n";
inline constexpr std::uint8_t k_png_gray = 0;  // a colour type
inline constexpr std::uint8_t k_png_palette = 3;

/// Big-endian, as all numbers of a PNG are.
void append_png_number(std::string& png, std::uint32_t number);

/// Source: W3C PNG 3rd edition, 5.3. `content` has less than 2 GiB.
void append_png_chunk(std::string& png, std::string_view name, std::string_view content);

}  // namespace tfrec
