// SPDX-License-Identifier: Apache-2.0
#include "jpeg/tiff_directory.hpp"

namespace tfrec {

std::optional<TiffDirectory> TiffDirectory::first_of(std::string_view tiff) {
  const std::string_view mark = tiff.substr(0, 2);
  if (mark != "II" && mark != "MM") return std::nullopt;
  const ByteView bytes(tiff, mark == "II" ? ByteOrder::little : ByteOrder::big);
  if (bytes.u16(2) != 42) return std::nullopt;  // 43 is BigTIFF, with other field sizes
  return TiffDirectory(bytes, bytes.u32(4));
}

// Entries of 12 bytes: tag, type, count, value or offset of the values.
std::uint32_t TiffDirectory::number(std::uint16_t tag) const {
  const std::size_t entries = m_bytes.u16(m_at);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = m_at + 2 + 12 * i;
    if (!m_bytes.holds(entry, 12)) break;
    if (m_bytes.u16(entry) != tag) continue;
    constexpr std::uint16_t k_short = 3;
    constexpr std::uint16_t k_long = 4;
    const std::uint16_t type = m_bytes.u16(entry + 2);
    const std::uint32_t count = m_bytes.u32(entry + 4);
    if (type == k_long) return m_bytes.u32(count == 1 ? entry + 8 : m_bytes.u32(entry + 8));
    if (type == k_short) return m_bytes.u16(count <= 2 ? entry + 8 : m_bytes.u32(entry + 8));
    return 0;
  }
  return 0;
}

int exif_orientation(std::string_view tiff) {
  const std::optional<TiffDirectory> directory = TiffDirectory::first_of(tiff);
  const std::uint32_t value = directory ? directory->number(0x0112) : 0;
  return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
}

}  // namespace tfrec
