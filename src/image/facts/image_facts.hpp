// SPDX-License-Identifier: Apache-2.0
// Facts in an image's headers, without decoding and without allocating by what they claim.
// Sources: ITU-T T.81 (JPEG), EXIF 2.32, W3C PNG 3rd edition, RFC 9649 (WebP), TIFF 6.0, GIF89a, Netpbm's
// manuals, ISO 14496-12 (the `ftyp` box of HEIC and AVIF).
#pragma once

#include <cstdint>
#include <string_view>

#include "image/facts/image_format.hpp"

namespace tfrec {

/// Zero or the default if the header does not state it.
struct ImageFacts {
  ImageFormat format = ImageFormat::unknown;
  std::uint32_t width = 0;  // as stored: the EXIF orientation is not applied
  std::uint32_t height = 0;
  int channels = 0;
  int bits = 8;                  // of a sample
  std::uint32_t max_sample = 0;  // PNM only: the sample that means white; elsewhere all bits set
  bool is_unsigned = true;       // samples; else signed or floating-point numbers
  bool alpha = false;            // transparency of any kind
  bool premultiplied = false;    // colours that were multiplied by their alpha
  bool cmyk = false;             // four inks instead of red, green, blue
  bool more_images = false;      // pages or frames behind the first
  int jpeg_process = 0;          // n of the frame header SOFn: 0 is baseline
  bool progressive = false;      // JPEG only
  bool several_scans = false;    // JPEG only: decoded through a buffer of all its coefficients
  bool whole_header = false;     // JPEG only: it has all these facts, whatever follows
  int exif_orientation = 1;      // 1 to 8, as EXIF's tag 0x0112; see exif.hpp
  std::string_view exif_oddity;  // what is wrong with the EXIF data: a literal, empty if nothing is
  bool white_is_zero = false;    // TIFF only: decoders invert the samples
  bool palette = false;          // PNG and TIFF only: samples are places in a list of colours
};

/// From the headers alone; safe on any bytes. The beginning of a file is enough where its headers lie in it.
ImageFacts image_facts(std::string_view file);

/// Whether a bytes value of a record with these facts is taken for an image.
bool is_image_value(const ImageFacts& facts);

}  // namespace tfrec
