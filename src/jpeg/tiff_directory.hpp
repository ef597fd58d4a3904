// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "jpeg/byte_view.hpp"

namespace tfrec {

/// The first image directory of a TIFF structure (a TIFF file, a BigTIFF, or EXIF behind "Exif\0\0").
class TiffDirectory {
 public:
  /// Nothing where `tiff` has no TIFF header.
  static std::optional<TiffDirectory> first_of(std::string_view tiff);

  /// The first value of a SHORT or LONG tag, 0 where it is missing.
  std::uint32_t number(std::uint16_t tag) const;
  /// Whether another directory follows: a further page.
  bool has_next() const;

 private:
  TiffDirectory(ByteView bytes, bool big);

  std::uint64_t offset_at(std::size_t at) const { return m_big ? m_bytes.u64(at) : m_bytes.u32(at); }

  ByteView m_bytes;
  bool m_big;  // BigTIFF: counts and offsets of 8 bytes
  std::size_t m_first_entry = 0;
  std::uint64_t m_entries = 0;
  std::size_t m_entry_bytes;
};

/// Tag 0x0112 of a TIFF structure: 1 to 8, 1 where missing or out of range.
int exif_orientation(std::string_view tiff);

}  // namespace tfrec
