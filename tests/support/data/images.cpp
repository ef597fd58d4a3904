// SPDX-License-Identifier: Apache-2.0
#include "support/data/images.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>
#include <zlib.h>

#include "support/data/deflated.hpp"

namespace tfrec::test {

namespace {

std::string rgb_samples(int width, int height, unsigned seed) {
  std::string samples;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (unsigned c = 0; c < 3; ++c) {
        const double wave = std::sin(0.07 * x * (c + 1) + seed) + std::cos(0.05 * y + seed * 0.7 + c);
        samples += static_cast<char>(static_cast<unsigned char>(127.5 + 63.0 * wave));
      }
    }
  }
  return samples;
}

}  // namespace

std::string ppm_image(int width, int height, unsigned seed) {
  return "P6\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n" +
         rgb_samples(width, height, seed);
}

std::string jpeg_image(int width, int height, unsigned seed, int quality) {
  std::string samples = rgb_samples(width, height, seed);
  jpeg_compress_struct compressor{};
  jpeg_error_mgr errors{};
  compressor.err = jpeg_std_error(&errors);
  jpeg_create_compress(&compressor);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&compressor, &memory, &size);
  compressor.image_width = static_cast<JDIMENSION>(width);
  compressor.image_height = static_cast<JDIMENSION>(height);
  compressor.input_components = 3;
  compressor.in_color_space = JCS_RGB;
  jpeg_set_defaults(&compressor);
  jpeg_set_quality(&compressor, quality, TRUE);
  jpeg_start_compress(&compressor, TRUE);
  for (int y = 0; y < height; ++y) {
    auto* row =
        reinterpret_cast<JSAMPROW>(samples.data() + std::size_t{3} * static_cast<std::size_t>(y * width));
    jpeg_write_scanlines(&compressor, &row, 1);
  }
  jpeg_finish_compress(&compressor);
  std::string file(reinterpret_cast<const char*>(memory), size);
  jpeg_destroy_compress(&compressor);
  std::free(memory);
  return file;
}

namespace {

std::string u32(std::size_t number) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(number >> shift);
  return bytes;
}

std::string png_chunk(const std::string& name, const std::string& content) {
  const std::string checked = name + content;
  const auto* bytes = reinterpret_cast<const Bytef*>(checked.data());
  return u32(content.size()) + checked + u32(crc32(0, bytes, static_cast<uInt>(checked.size())));
}

int predicted(int filter, int left, int above, int corner) {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) / 2;
    case 4: {
      const int guess = left + above - corner;
      const int a = std::abs(guess - left);
      const int b = std::abs(guess - above);
      const int c = std::abs(guess - corner);
      return a <= b && a <= c ? left : b <= c ? above : corner;
    }
    default:
      return 0;
  }
}

int byte_of(const std::string& row, std::size_t at, std::size_t step) {
  return at < step ? 0 : static_cast<unsigned char>(row[at - step]);
}

/// One row with the byte of its filter.
std::string filtered(const std::string& row, const std::string& above, const PngKind& kind) {
  const std::size_t step = kind.color_type == 2 ? 3 : kind.color_type == 4 || kind.bits == 16 ? 2 : 1;
  std::string text(1, static_cast<char>(kind.filter));
  for (std::size_t x = 0; x < row.size(); ++x) {
    const int up = above.empty() ? 0 : static_cast<unsigned char>(above[x]);
    const int corner = above.empty() ? 0 : byte_of(above, x, step);
    text += static_cast<char>(row[x] - predicted(kind.filter, byte_of(row, x, step), up, corner));
  }
  return text;
}

}  // namespace

std::string png_image(int width, const std::vector<std::string>& rows, PngKind kind, std::size_t chunk) {
  std::string raw;
  for (std::size_t y = 0; y < rows.size(); ++y) raw += filtered(rows[y], y == 0 ? "" : rows[y - 1], kind);
  const std::string header = u32(static_cast<std::size_t>(width)) + u32(rows.size()) +
                             static_cast<char>(kind.bits) + static_cast<char>(kind.color_type) +
                             std::string(3, '\0');
  std::string file = "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", header);
  std::string palette;
  for (int i = 0; i < 1 << kind.bits && kind.color_type == 3; ++i)
    palette += std::string{static_cast<char>(i), static_cast<char>(255 - i), 7};
  if (!palette.empty()) file += png_chunk("PLTE", palette);
  const std::string samples = zlibbed(raw);
  for (std::size_t at = 0; at < samples.size(); at += chunk)
    file += png_chunk("IDAT", samples.substr(at, chunk));
  return file + png_chunk("IEND", "");
}

std::string mask_image(int width, int height, int id) {
  std::vector<std::string> rows(static_cast<std::size_t>(height),
                                std::string(static_cast<std::size_t>(width), static_cast<char>(id)));
  rows.front().front() = '\0';
  return png_image(width, rows);
}

}  // namespace tfrec::test
