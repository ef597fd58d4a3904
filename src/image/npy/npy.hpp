// SPDX-License-Identifier: Apache-2.0
// Arrays in NumPy's .npy format, for layouts that store raw values: magic, version, length of the header, a
// Python dict as the header, then the values. Source: numpy/lib/format.py ("Format Version 1.0" to "3.0").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/rejected.hpp"

namespace tfrec {

enum class NpyKind : std::uint8_t { boolean, signed_integer, unsigned_integer, floating };

struct NpyHeader {
  NpyKind kind = NpyKind::floating;
  std::size_t item_bytes = 4;  // 1, 2, 4 or 8
  bool big_endian = false;
  bool fortran_order = false;        // the first index runs fastest; else the last
  std::vector<std::uint64_t> shape;  // empty for a single value
  std::size_t data_offset = 0;       // where the values begin
  std::uint64_t values = 1;          // the product of the shape, at least 1

  /// As NumPy names it: "float32", "uint8", "bool".
  std::string dtype() const;
};

/// As Python prints it: "(28, 28)", "(3,)", "()".
std::string shape_text(std::span<const std::uint64_t> shape);

/// Whether bytes begin as a .npy file does.
bool is_npy(std::string_view file);

/// Takes the header of a whole .npy file. Rejected where it is malformed, holds no numbers (text, objects,
/// complex or structured values), is empty, or has another size than its shape and type require.
std::variant<NpyHeader, Rejected> parse_npy(std::string_view file);

/// What is before the values of a .npy file in C order; `type` is as NumPy spells it, "|u1" or "<f4".
std::string npy_header(std::string_view type, const std::vector<std::uint64_t>& shape);

/// The values as bytes for decode_raw(…, uint8), last index fastest. Rejected unless they are uint8 or bool.
std::variant<std::string, Rejected> npy_as_uint8(const NpyHeader& header, std::string_view file);

/// The values as little-endian float32, last index fastest, each times `scale`; wider types are rounded.
/// Rejected where a finite value is too large for float32.
std::variant<std::string, Rejected> npy_as_float32(const NpyHeader& header, std::string_view file,
                                                   double scale = 1);

}  // namespace tfrec
