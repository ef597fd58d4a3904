// SPDX-License-Identifier: Apache-2.0
#include "support/data/images.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

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

}  // namespace tfrec::test
