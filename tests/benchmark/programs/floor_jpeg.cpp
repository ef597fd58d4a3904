// SPDX-License-Identifier: Apache-2.0
// The floor of `tfrec build` on photos: read, libjpeg-turbo into pixels that are kept, libjpeg-turbo back
// into bytes that are kept; nothing is checked or written.
//   floor_jpeg FOLDER [THREADS]
#include <algorithm>
#include <cstdio>

#include <jpeglib.h>

#include "floor.hpp"

namespace {

constexpr int k_quality = 95;
constexpr std::size_t k_around = 65536;  // of a tiny image's headers

void stay_silent(j_common_ptr) {}

class Reencoder {
 public:
  Reencoder() {
    m_in.err = m_out.err = jpeg_std_error(&m_errors);
    m_errors.output_message = stay_silent;
    jpeg_create_decompress(&m_in);
    jpeg_create_compress(&m_out);
  }
  Reencoder(const Reencoder&) = delete;
  Reencoder& operator=(const Reencoder&) = delete;
  ~Reencoder() {
    jpeg_destroy_decompress(&m_in);
    jpeg_destroy_compress(&m_out);
  }

  std::size_t operator()(const std::filesystem::path& path) {
    floors::read_file(path, m_source);
    decode();
    return encode();
  }

 private:
  void decode() {
    jpeg_mem_src(&m_in, m_source.data(), m_source.size());
    jpeg_read_header(&m_in, TRUE);
    m_in.out_color_space = JCS_EXT_BGR;
    jpeg_start_decompress(&m_in);
    m_stride = std::size_t{3} * m_in.output_width;
    if (m_pixels.size() < m_stride * m_in.output_height) m_pixels.resize(m_stride * m_in.output_height);
    while (m_in.output_scanline < m_in.output_height) {
      JSAMPROW row = m_pixels.data() + m_stride * m_in.output_scanline;
      jpeg_read_scanlines(&m_in, &row, 1);
    }
    jpeg_finish_decompress(&m_in);
  }

  std::size_t encode() {
    m_encoded.resize(
        std::max(m_encoded.size(), m_pixels.size() + k_around));  // so that libjpeg allocates nothing
    unsigned char* encoded = m_encoded.data();
    unsigned long size = m_encoded.size();
    jpeg_mem_dest(&m_out, &encoded, &size);
    m_out.image_width = m_in.output_width;
    m_out.image_height = m_in.output_height;
    m_out.input_components = 3;
    m_out.in_color_space = JCS_EXT_BGR;
    jpeg_set_defaults(&m_out);
    jpeg_set_quality(&m_out, k_quality, TRUE);
    jpeg_start_compress(&m_out, TRUE);
    while (m_out.next_scanline < m_out.image_height) {
      JSAMPROW row = m_pixels.data() + m_stride * m_out.next_scanline;
      jpeg_write_scanlines(&m_out, &row, 1);
    }
    jpeg_finish_compress(&m_out);
    return size;
  }

  jpeg_error_mgr m_errors{};
  jpeg_decompress_struct m_in{};
  jpeg_compress_struct m_out{};
  floors::Buffer m_source;
  floors::Buffer m_pixels;
  std::size_t m_stride = 0;
  floors::Buffer m_encoded;
};

}  // namespace

int main(int argc, char** argv) {
  floors::run(floors::arguments(argc, argv), [](unsigned) { return Reencoder(); });
}
