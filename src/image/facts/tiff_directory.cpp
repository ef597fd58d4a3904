// SPDX-License-Identifier: Apache-2.0
#include "image/facts/tiff_directory.hpp"

#include <algorithm>

namespace tfrec {

namespace {

constexpr std::uint16_t k_classic = 42;
constexpr std::uint16_t k_big = 43;

/// Types of values.
enum ValueType : std::uint16_t {
  k_byte = 1,
  k_short = 3,
  k_long = 4,
  k_signed_byte = 6,
  k_signed_short = 8,
  k_signed_long = 9,
  k_long8 = 16,
  k_signed_long8 = 17,
};

}  // namespace

std::optional<TiffDirectory> TiffDirectory::first_of(std::string_view tiff) {
  const std::string_view mark = tiff.substr(0, 2);
  if (mark != "II" && mark != "MM") return std::nullopt;
  const ByteView bytes(tiff, mark == "II" ? ByteOrder::little : ByteOrder::big);
  const std::uint16_t version = bytes.u16(2);
  if (version != k_classic && version != k_big) return std::nullopt;
  return TiffDirectory(bytes, version == k_big);
}

TiffDirectory::TiffDirectory(ByteView bytes, bool big)
    : m_bytes(bytes), m_big(big), m_entry_bytes(big ? 20 : 12) {
  const std::uint64_t at = std::min<std::uint64_t>(offset_at(big ? 8 : 4), bytes.size());
  const std::uint64_t count = big ? bytes.u64(at) : bytes.u16(at);
  m_first_entry = at + (big ? 8 : 2);
  m_entries = std::min<std::uint64_t>(count, bytes.size() / m_entry_bytes);
}

// Entries: tag and type of two bytes, count, value or offset of the values.
std::optional<std::size_t> TiffDirectory::find(std::uint16_t tag) const {
  for (std::uint64_t i = 0; i < m_entries; ++i) {
    const std::size_t entry = m_first_entry + m_entry_bytes * i;
    if (!m_bytes.holds(entry, m_entry_bytes)) break;
    if (m_bytes.u16(entry) == tag) return entry;
  }
  return std::nullopt;
}

std::uint32_t TiffDirectory::number(std::uint16_t tag) const {
  const std::optional<std::size_t> entry = find(tag);
  if (!entry) return 0;
  const std::uint16_t type = m_bytes.u16(*entry + 2);
  if (type != k_short && type != k_long) return 0;
  const std::size_t value_bytes = m_big ? 8 : 4;
  const std::size_t width = type == k_short ? 2 : 4;
  const std::size_t value = *entry + 4 + value_bytes;
  const bool is_inside = offset_at(*entry + 4) <= value_bytes / width;
  const std::size_t at = is_inside ? value : offset_at(value);
  return type == k_short ? m_bytes.u16(at) : m_bytes.u32(at);
}

std::uint64_t TiffDirectory::orientation() const {
  constexpr std::uint16_t k_tag = 0x0112;
  const std::optional<std::size_t> entry = find(k_tag);
  if (!entry) return 1;
  if (offset_at(*entry + 4) != 1) return 0;
  const std::size_t value = *entry + 4 + (m_big ? 8 : 4);
  switch (m_bytes.u16(*entry + 2)) {
    case k_byte:
    case k_signed_byte:
      return m_bytes.u8(value);
    case k_short:
    case k_signed_short:
      return m_bytes.u16(value);
    case k_long:
    case k_signed_long:
      return m_bytes.u32(value);
    case k_long8:
    case k_signed_long8:
      return m_big ? m_bytes.u64(value) : 0;
    default:
      return 0;
  }
}

bool TiffDirectory::has_next() const {
  return offset_at(m_first_entry + m_entry_bytes * m_entries) != 0;
}

}  // namespace tfrec
