// SPDX-License-Identifier: Apache-2.0
#include "sets/options/image_colors.hpp"

#include <charconv>
#include <cstdio>

namespace tfrec {

namespace {

/// Exactly `text` as a number of a byte in that base.
bool take_byte(std::string_view text, int base, std::uint8_t& byte) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), byte, base);
  return error == std::errc{} && end == text.data() + text.size();
}

bool take_hex(std::string_view digits, RgbColor& color) {
  return digits.size() == 6 && take_byte(digits.substr(0, 2), 16, color[0]) &&
         take_byte(digits.substr(2, 2), 16, color[1]) && take_byte(digits.substr(4, 2), 16, color[2]);
}

}  // namespace

bool take_color(std::string_view text, RgbColor& color) {
  RgbColor parsed{};
  if (text == "black") {
    color = {0, 0, 0};
  } else if (text == "white") {
    color = {255, 255, 255};
  } else if (text == "gray") {
    color = {128, 128, 128};
  } else if (!text.empty() && text.front() == '#' && take_hex(text.substr(1), parsed)) {
    color = parsed;
  } else {
    const std::size_t first = text.find(',');
    const std::size_t second = first == std::string_view::npos ? first : text.find(',', first + 1);
    if (second == std::string_view::npos) return false;
    const bool sound = take_byte(text.substr(0, first), 10, parsed[0]) &&
                       take_byte(text.substr(first + 1, second - first - 1), 10, parsed[1]) &&
                       take_byte(text.substr(second + 1), 10, parsed[2]);
    if (!sound) return false;
    color = parsed;
  }
  return true;
}

std::string color_text(const RgbColor& color) {
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "#%02x%02x%02x", color[0], color[1], color[2]);
  return buffer;
}

bool take_alpha(std::string_view text, DecodeOptions& options) {
  if (text == "drop") {
    options.alpha = AlphaPolicy::drop;
  } else if (text == "error") {
    options.alpha = AlphaPolicy::reject;
  } else {
    options.alpha = AlphaPolicy::blend;
    return take_color(text, options.background_rgb);
  }
  return true;
}

std::string alpha_text(const DecodeOptions& options) {
  if (options.alpha == AlphaPolicy::blend) return color_text(options.background_rgb);
  return options.alpha == AlphaPolicy::drop ? "drop" : "error";
}

}  // namespace tfrec
