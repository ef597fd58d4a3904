// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <limits>

#include "image/npy/npy.hpp"

namespace tfrec {

namespace {

/// Visits where the values are in the file, in the order in which the last index runs fastest.
template <typename Take>
void for_each_place(const NpyHeader& header, const Take& take) {
  const std::size_t dimensions = header.shape.size();
  std::vector<std::uint64_t> steps(dimensions, 1);
  for (std::size_t i = 1; i < dimensions; ++i) steps[i] = steps[i - 1] * header.shape[i - 1];
  std::vector<std::uint64_t> index(dimensions);
  std::uint64_t place = 0;
  for (std::uint64_t n = 0; n < header.values; ++n) {
    take(header.fortran_order ? place : n);
    for (std::size_t i = dimensions; header.fortran_order && i-- > 0;) {
      place += steps[i];
      if (++index[i] < header.shape[i]) break;
      place -= steps[i] * header.shape[i];
      index[i] = 0;
    }
  }
}

std::uint64_t bits_at(const NpyHeader& header, const char* value) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < header.item_bytes; ++i) {
    const std::size_t at = header.big_endian ? i : header.item_bytes - 1 - i;
    bits = (bits << 8U) | static_cast<std::uint8_t>(value[at]);
  }
  return bits;
}

/// IEEE 754 binary16.
double half_value(std::uint64_t bits) {
  const auto exponent = static_cast<int>((bits >> 10U) & 0x1FU);
  const auto fraction = static_cast<double>(bits & 0x3FFU);
  double magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 31) {
    magnitude =
        fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  }
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

double floating_value(std::size_t bytes, std::uint64_t bits) {
  if (bytes == 2) return half_value(bits);
  if (bytes == 4) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  return std::bit_cast<double>(bits);
}

std::int64_t signed_value(std::size_t bytes, std::uint64_t bits) {
  if (bytes == 1) return static_cast<std::int8_t>(bits);
  if (bytes == 2) return static_cast<std::int16_t>(bits);
  if (bytes == 4) return static_cast<std::int32_t>(bits);
  return static_cast<std::int64_t>(bits);
}

double value_of(const NpyHeader& header, std::uint64_t bits) {
  switch (header.kind) {
    case NpyKind::boolean:
      return bits == 0 ? 0 : 1;
    case NpyKind::unsigned_integer:
      return static_cast<double>(bits);
    case NpyKind::floating:
      return floating_value(header.item_bytes, bits);
    case NpyKind::signed_integer:
      break;
  }
  return static_cast<double>(signed_value(header.item_bytes, bits));
}

void append_float(std::string& out, float value) {
  auto bits = std::bit_cast<std::uint32_t>(value);
  for (int i = 0; i < 4; ++i, bits >>= 8U) out += static_cast<char>(bits & 0xFFU);
}

}  // namespace

std::variant<std::string, Rejected> npy_as_uint8(const NpyHeader& header, std::string_view file) {
  const bool is_byte = header.item_bytes == 1 && header.kind != NpyKind::signed_integer;
  if (!is_byte) return Rejected{"NumPy array of " + header.dtype() + ", but raw-uint8 stores only uint8"};
  const std::string_view data = file.substr(header.data_offset);
  if (!header.fortran_order) return std::string(data);
  std::string bytes;
  bytes.reserve(data.size());
  for_each_place(header, [&](std::uint64_t place) { bytes += data[place]; });
  return bytes;
}

std::variant<std::string, Rejected> npy_as_float32(const NpyHeader& header, std::string_view file,
                                                   double scale) {
  const std::string_view data = file.substr(header.data_offset);
  const bool as_is = header.kind == NpyKind::floating && header.item_bytes == 4 && !header.big_endian &&
                     !header.fortran_order && scale == 1;
  if (as_is) return std::string(data);
  std::string bytes;
  bytes.reserve(header.values * 4);
  bool fits = true;
  for_each_place(header, [&](std::uint64_t place) {
    const double value = value_of(header, bits_at(header, data.data() + place * header.item_bytes)) * scale;
    const auto narrow = static_cast<float>(value);
    fits = fits && (std::isfinite(narrow) || !std::isfinite(value));
    append_float(bytes, narrow);
  });
  if (!fits) return Rejected{"NumPy array of " + header.dtype() + " contains a value that float32 can't"};
  return bytes;
}

}  // namespace tfrec
