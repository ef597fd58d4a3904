// SPDX-License-Identifier: Apache-2.0
// CRCs as polynomials over GF(2) modulo Castagnoli's, so that the checksum of any piece of a stream follows
// from the running checksum at its two ends, without touching its bytes again.
//
// With P(x) the checksum of the stream's first x bytes and Z the multiplication that appends one zero byte,
//   crc(a..b) = P(b) + Z^(b-a) P(a)                        (zlib's crc32_combine, turned round)
// so   Z^-b crc(a..b) = Q(b) + Q(a)   with   Q(x) = Z^-x P(x).
// A piece from a to b whose checksum is F is therefore one with  Q(a) = Q(b) + Z^-b F: a start is matched
// with its end by comparing two numbers, however far they are apart.
#pragma once

#include <cstdint>
#include <string_view>

#include "tfrecord/crc32c.hpp"

namespace tfrec {

/// The checksum of what `first` covers followed by what `second` does, which is so many bytes long.
std::uint32_t joined_crc32c(std::uint32_t first, std::uint32_t second, std::uint64_t second_bytes);

/// Runs along a stream and gives Q(x).
class PieceKeys {
 public:
  void add(std::string_view bytes);

  /// Q(x) for the x bytes added so far.
  std::uint32_t start_key() const;
  /// What the start key of a piece must be that ends here and has this checksum.
  std::uint32_t end_key(std::uint32_t checksum) const;

 private:
  std::uint32_t m_crc = 0;
  std::uint32_t m_unshift = 0x80000000;  // Z^-x; the highest bit is the polynomial 1
};

}  // namespace tfrec
