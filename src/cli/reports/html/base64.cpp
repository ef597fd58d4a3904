// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/html/base64.hpp"

#include <cstdint>

namespace tfrec::cli {

void append_base64(std::string_view bytes, std::string& text) {
  constexpr std::string_view k_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  text.reserve(text.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view part = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8U | (j < part.size() ? static_cast<unsigned char>(part[j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j) text += j <= part.size() ? k_digits[bits >> (18 - 6 * j) & 63U] : '=';
  }
}

}  // namespace tfrec::cli
