// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "image/facts/byte_view.hpp"

namespace tfrec {

/// The first image directory of a TIFF file or a BigTIFF.
class TiffDirectory {
 public:
  /// Nothing if `tiff` has no TIFF header.
  static std::optional<TiffDirectory> first_of(std::string_view tiff);

  /// The first value of a SHORT or LONG tag, 0 if it is missing.
  std::uint32_t number(std::uint16_t tag) const;
  /// The orientation as libtiff reads it: one whole number of any type in the first entry of that tag, 0 if
  /// the entry holds none, 1 without an entry.
  std::uint64_t orientation() const;
  /// Whether another directory follows: a further page.
  bool has_next() const;

 private:
  TiffDirectory(ByteView bytes, bool big);

  /// Where the first entry of a tag is.
  std::optional<std::size_t> find(std::uint16_t tag) const;
  std::uint64_t offset_at(std::size_t at) const { return m_big ? m_bytes.u64(at) : m_bytes.u32(at); }

  ByteView m_bytes;
  bool m_big;  // BigTIFF: counts and offsets of 8 bytes
  std::size_t m_first_entry = 0;
  std::uint64_t m_entries = 0;
  std::size_t m_entry_bytes;
};

}  // namespace tfrec
