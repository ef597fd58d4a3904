// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "jpeg/byte_view.hpp"

namespace tfrec {

/// The first image directory of a TIFF structure (a TIFF file, or EXIF behind "Exif\0\0").
class TiffDirectory {
 public:
  /// Nothing where `tiff` has no classic TIFF header.
  static std::optional<TiffDirectory> first_of(std::string_view tiff);

  /// The first value of a SHORT or LONG tag, 0 where it is missing.
  std::uint32_t number(std::uint16_t tag) const;

 private:
  TiffDirectory(ByteView bytes, std::size_t at) : m_bytes(bytes), m_at(at) {}

  ByteView m_bytes;
  std::size_t m_at;
};

/// Tag 0x0112 of a TIFF structure: 1 to 8, 1 where missing or out of range.
int exif_orientation(std::string_view tiff);

}  // namespace tfrec
