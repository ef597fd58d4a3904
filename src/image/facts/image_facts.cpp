// SPDX-License-Identifier: Apache-2.0
#include "image/facts/image_facts.hpp"

#include "image/facts/byte_view.hpp"
#include "image/facts/format_facts.hpp"

namespace tfrec {

namespace {

void read_gif_facts(std::string_view bytes, ImageFacts& facts) {
  const ByteView file(bytes, ByteOrder::little);
  facts.width = file.u16(6);
  facts.height = file.u16(8);
  facts.channels = 3;
}

}  // namespace

ImageFacts image_facts(std::string_view file) {
  ImageFacts facts;
  facts.format = sniff_format(file);
  switch (facts.format) {
    case ImageFormat::jpeg:
      read_jpeg_facts(file, facts);
      break;
    case ImageFormat::png:
      read_png_facts(file, facts);
      break;
    case ImageFormat::webp:
      read_webp_facts(file, facts);
      break;
    case ImageFormat::bmp:
      read_bmp_facts(file, facts);
      break;
    case ImageFormat::gif:
      read_gif_facts(file, facts);
      break;
    case ImageFormat::tiff:
      read_tiff_facts(file, facts);
      break;
    case ImageFormat::pnm:
    case ImageFormat::pam:
      read_pnm_facts(file, facts);
      break;
    default:
      break;
  }
  return facts;
}

}  // namespace tfrec
