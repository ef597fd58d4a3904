// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include <array>
#include <cstdint>
#include <nettle/sha2.h>

namespace tfrec {

struct Sha256::State {
  sha256_ctx context;
};

Sha256::Sha256() : m_state(std::make_unique<State>()) {
  sha256_init(&m_state->context);
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  sha256_update(&m_state->context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::hex() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&m_state->context, digest.size(), digest.data());
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += k_digits[byte >> 4U];
    text += k_digits[byte & 15U];
  }
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

}  // namespace tfrec
