// SPDX-License-Identifier: Apache-2.0
#include "image/png/png_chunks.hpp"

#include "image/facts/png_checksum.hpp"

namespace tfrec {

void append_png_number(std::string& png, std::uint32_t number) {
  for (const int shift : {24, 16, 8, 0}) png += static_cast<char>(number >> shift);
}

void append_png_chunk(std::string& png, std::string_view name, std::string_view content) {
  append_png_number(png, static_cast<std::uint32_t>(content.size()));
  const std::size_t begin = png.size();
  png += name;
  png += content;
  append_png_number(png, png_checksum(std::string_view(png).substr(begin)));
}

}  // namespace tfrec
