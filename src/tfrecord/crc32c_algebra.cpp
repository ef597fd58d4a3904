// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/crc32c_algebra.hpp"

#include <array>
#include <cstddef>

namespace tfrec {

namespace {

// Reflected: bit 31 is the coefficient of x^0.
constexpr std::uint32_t k_polynomial = 0x82F63B78;
constexpr std::uint32_t k_one = 0x80000000;

constexpr std::uint32_t times_x(std::uint32_t a) {
  return (a >> 1) ^ ((a & 1U) != 0 ? k_polynomial : 0U);
}

// Divides by x: the polynomial's constant term is 1, so x has an inverse.
constexpr std::uint32_t over_x(std::uint32_t a) {
  return (a & k_one) != 0 ? ((a ^ k_polynomial) << 1) | 1U : a << 1;
}

constexpr std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
  std::uint32_t product = 0;
  for (int i = 0; i < 32; ++i) {
    product ^= (0U - (a >> 31)) & b;
    a <<= 1;
    b = times_x(b);
  }
  return product;
}

/// base^n for any n from one product per byte of n.
class Powers {
 public:
  explicit constexpr Powers(std::uint32_t base) {
    for (auto& row : m_powers) {
      std::uint32_t power = k_one;
      for (std::uint32_t& entry : row) {
        entry = power;
        power = multiply(power, base);
      }
      base = power;
    }
  }

  std::uint32_t of(std::uint64_t n) const {
    std::uint32_t power = m_powers[0][n & 0xFF];
    for (std::size_t row = 1; (n >>= 8) != 0; ++row) power = multiply(power, m_powers[row][n & 0xFF]);
    return power;
  }

 private:
  std::array<std::array<std::uint32_t, 256>, 8> m_powers{};
};

/// What moves by eight bits.
constexpr std::uint32_t of_a_byte(std::uint32_t (*move)(std::uint32_t)) {
  std::uint32_t power = k_one;
  for (int bit = 0; bit < 8; ++bit) power = move(power);
  return power;
}

const Powers& appending_zeros() {
  static const Powers powers(of_a_byte(times_x));
  return powers;
}

const Powers& removing_zeros() {
  static const Powers powers(of_a_byte(over_x));
  return powers;
}

}  // namespace

std::uint32_t joined_crc32c(std::uint32_t first, std::uint32_t second, std::uint64_t second_bytes) {
  return multiply(appending_zeros().of(second_bytes), first) ^ second;
}

void PieceKeys::add(std::string_view bytes) {
  if (bytes.empty()) return;
  m_crc = crc32c(bytes, m_crc);
  m_unshift = multiply(m_unshift, removing_zeros().of(bytes.size()));
}

std::uint32_t PieceKeys::start_key() const {
  return multiply(m_unshift, m_crc);
}

std::uint32_t PieceKeys::end_key(std::uint32_t checksum) const {
  return multiply(m_unshift, m_crc ^ checksum);
}

}  // namespace tfrec
