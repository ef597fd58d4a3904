// SPDX-License-Identifier: Apache-2.0
#include "image/facts/byte_view.hpp"
#include "image/facts/format_facts.hpp"

namespace tfrec {

void read_gif_facts(std::string_view bytes, ImageFacts& facts) {
  const ByteView file(bytes, ByteOrder::little);
  facts.width = file.u16(6);
  facts.height = file.u16(8);
  facts.channels = 3;
}

}  // namespace tfrec
