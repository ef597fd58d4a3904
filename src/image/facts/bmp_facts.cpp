// SPDX-License-Identifier: Apache-2.0
#include "image/facts/byte_view.hpp"
#include "image/facts/format_facts.hpp"

namespace tfrec {

// A negative height means rows from the top. Palettes decode to three channels. 32 bits are transparent only
// where a mask states it: the fourth byte of plain ones is padding.
void read_bmp_facts(std::string_view bytes, ImageFacts& facts) {
  constexpr std::uint32_t k_core = 12;
  constexpr std::uint32_t k_with_alpha_mask = 56;
  const ByteView file(bytes, ByteOrder::little);
  const std::uint32_t header = file.u32(14);
  const bool is_core = header == k_core;
  facts.width = is_core ? file.u16(18) : file.u32(18);
  const std::uint32_t height = is_core ? file.u16(20) : file.u32(22);
  const bool is_negative = !is_core && (height & 0x80000000U) != 0;
  facts.height = is_negative ? 0U - height : height;
  facts.channels = (is_core ? file.u16(24) : file.u16(28)) == 32 ? 4 : 3;
  facts.alpha = facts.channels == 4 && header >= k_with_alpha_mask && file.u32(66) != 0;
}

}  // namespace tfrec
