// SPDX-License-Identifier: Apache-2.0
// CRC-32C (Castagnoli; RFC 3720, appendix B.4) and the mask TFRecord stores it under.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfrec {

/// The checksum of what `previous` covers followed by `bytes`; crc32c("123456789") is 0xE3069283.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t previous = 0);

/// The same for a number as four bytes, little-endian.
std::uint32_t crc32c_of_number(std::uint32_t number, std::uint32_t previous);

/// rotate_right(crc, 15) + 0xa282ead8, so that checksums of data that hold checksums stay sound.
constexpr std::uint32_t mask_crc32c(std::uint32_t crc) {
  return ((crc >> 15) | (crc << 17)) + 0xa282ead8U;
}
constexpr std::uint32_t unmask_crc32c(std::uint32_t masked) {
  const std::uint32_t rotated = masked - 0xa282ead8U;
  return (rotated >> 17) | (rotated << 15);
}

/// Eight hex digits.
std::string crc32c_hex(std::uint32_t crc);

}  // namespace tfrec
