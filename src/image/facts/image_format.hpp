// SPDX-License-Identifier: Apache-2.0
// Every format that tfrec can name, and all that the program asks about a format, in one table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tfrec {

struct ImageFacts;

/// A new format goes before `unknown` and gets a row in image_format.cpp.
enum class ImageFormat : std::uint8_t {
  jpeg,
  png,
  webp,
  bmp,
  tiff,
  pnm,
  pam,
  npy,
  gif,
  heic,
  avif,
  jpeg_xl,
  jpeg_2000,
  svg,
  html,
  lfs_pointer,
  text,
  empty,
  unknown,
};
inline constexpr std::size_t k_image_formats = static_cast<std::size_t>(ImageFormat::unknown) + 1;

/// Whether a bytes value of a record that starts like a format is taken for an image.
enum class AsValue : std::uint8_t {
  image,
  image_if_sized,  // the signature is short: only if the header has a size, too
  other,
};

/// A row of the table. Lists end at the first empty entry.
struct FormatInfo {
  ImageFormat format;
  std::string_view name;         // in JSON: "jpeg"
  std::string_view record_name;  // in features of kind `format`: "JPEG"
  std::string_view phrase;       // in messages: "a JPEG image", "an HTML page", "text"
  bool is_image;                 // else a file that holds something else
  bool is_decodable;             // by the codecs of image/opencv
  AsValue as_value;
  int max_side;                                       // that the format or its library can have; 0: no limit
  std::array<std::string_view, 5> extensions;         // lower case; the usual one first
  std::array<std::string_view, 5> signatures;         // first bytes; sniff_format() knows the others
  void (*read_facts)(std::string_view, ImageFacts&);  // from the headers; null only if not decodable

  bool has_extension(std::string_view extension) const;
};

/// In the order of ImageFormat.
std::span<const FormatInfo, k_image_formats> image_formats();

const FormatInfo& info(ImageFormat format);

/// By content, never by name.
ImageFormat sniff_format(std::string_view file);

}  // namespace tfrec
