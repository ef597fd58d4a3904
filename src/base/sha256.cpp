// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include <array>
#include <cstdint>
#include <nettle/sha2.h>

namespace tfrec {

std::string sha256_hex(std::string_view bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context, digest.size(), digest.data());
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string hex;
  for (const std::uint8_t byte : digest) {
    hex += k_digits[byte >> 4U];
    hex += k_digits[byte & 15U];
  }
  return hex;
}

}  // namespace tfrec
