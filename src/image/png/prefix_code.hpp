// SPDX-License-Identifier: Apache-2.0
// Prefix codes of DEFLATE. Source: RFC 1951, 3.2.1, 3.2.2 and 3.2.7.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tfrec {

/// The bits of one symbol, the first of them lowest.
struct PrefixCode {
  std::uint32_t bits = 0;
  std::uint32_t length = 0;  // 0: the symbol does not occur
};

/// The shortest codes for symbols that occur so often; where some of them need more than `longest` bits,
/// short ones within it. At least two symbols occur. The same on every machine.
std::vector<PrefixCode> prefix_codes(std::span<const std::uint32_t> counts, std::uint32_t longest);

}  // namespace tfrec
