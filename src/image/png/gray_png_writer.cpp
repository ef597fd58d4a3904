// SPDX-License-Identifier: Apache-2.0
#include "image/png/gray_png_writer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>

#include "image/png/png_chunks.hpp"

namespace tfrec {

namespace {

constexpr std::uint8_t k_no_filter = 0;  // ids lie in runs, which differences to other pixels would break up
constexpr std::size_t k_most_chunk_bytes = std::size_t{1} << 30;

void append_header(const StoredSamples& samples, std::string& png) {
  std::string header;
  append_png_number(header, static_cast<std::uint32_t>(samples.width));
  append_png_number(header, static_cast<std::uint32_t>(samples.height));
  header += static_cast<char>(samples.bits);
  header += static_cast<char>(k_png_gray);
  header += std::string_view("\0\0\0", 3);  // DEFLATE, the usual filters, not interlaced
  append_png_chunk(png, "IHDR", header);
}

void swap_bytes(std::uint8_t* row, std::size_t size) {
  static_assert(std::endian::native == std::endian::little);
  for (std::size_t i = 0; i < size; i += 2) std::swap(row[i], row[i + 1]);
}

void add_filters(const StoredSamples& samples, std::vector<std::uint8_t>& rows) {
  const auto height = static_cast<std::size_t>(samples.height);
  const std::size_t size = samples.bytes.size() / height;
  rows.resize((size + 1) * height);
  for (std::size_t y = 0; y < height; ++y) {
    std::uint8_t* row = rows.data() + y * (size + 1);
    row[0] = k_no_filter;
    std::memcpy(row + 1, samples.bytes.data() + y * size, size);
    if (samples.bits == 16) swap_bytes(row + 1, size);
  }
}

}  // namespace

void GrayPngWriter::write(const StoredSamples& samples, std::string& png) {
  png = k_png_signature;
  append_header(samples, png);
  add_filters(samples, m_rows);
  for (std::string_view left = m_deflater.deflate(m_rows); !left.empty();) {
    append_png_chunk(png, "IDAT", left.substr(0, k_most_chunk_bytes));
    left.remove_prefix(std::min(left.size(), k_most_chunk_bytes));
  }
  append_png_chunk(png, "IEND", {});
}

}  // namespace tfrec
