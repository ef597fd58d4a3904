// SPDX-License-Identifier: Apache-2.0
#include "image/jpeg/jpeg_segments.hpp"

#include <cstring>

#include "image/facts/byte_view.hpp"

namespace tfrec {

namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

constexpr std::uint8_t k_soi = 0xD8;
constexpr std::uint8_t k_eoi = 0xD9;
constexpr std::uint8_t k_sos = 0xDA;
constexpr std::uint8_t k_app0 = 0xE0;
constexpr std::uint8_t k_app2 = 0xE2;
constexpr std::uint8_t k_app14 = 0xEE;
constexpr std::uint8_t k_app15 = 0xEF;
constexpr std::uint8_t k_com = 0xFE;

constexpr std::size_t k_plain_jfif = 14;  // parameters of a JFIF segment without a thumbnail

bool is_restart(std::uint8_t marker) {
  return marker >= 0xD0 && marker <= 0xD7;
}
bool has_no_length(std::uint8_t marker) {
  return marker == k_soi || marker == k_eoi || marker == 0x01 || is_restart(marker);
}
bool is_frame(std::uint8_t marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

bool is_jfif(const JpegSegment& segment) {
  return segment.marker == k_app0 && segment.parameters.substr(0, 5) == "JFIF\0"sv;
}

/// JFIF 1.02: version, density, then the sides of a thumbnail and its pixels, which are left out.
std::string jfif_without_thumbnail(const JpegSegment& segment) {
  constexpr std::size_t k_before_thumbnail = 12;
  return "\xFF\xE0\0\x10"s + std::string(segment.parameters.substr(0, k_before_thumbnail)) + "\0\0"s;
}

bool is_metadata(const JpegSegment& segment) {
  if (segment.marker == k_com) return true;
  if (segment.marker < k_app0 || segment.marker > k_app15) return false;
  if (segment.marker == k_app0) return !is_jfif(segment);
  if (segment.marker == k_app14) return segment.parameters.substr(0, 5) != "Adobe"sv;
  return segment.marker != k_app2 || segment.parameters.substr(0, 12) != "ICC_PROFILE\0"sv;
}

}  // namespace

std::optional<JpegSegment> JpegSegments::broken(std::string reason) {
  m_problem = Rejected{std::move(reason)};
  return std::nullopt;
}

/// The first marker that is neither a stuffed zero nor a restart nor a fill byte.
std::size_t JpegSegments::end_of_entropy_data(std::size_t from) const {
  while (from < m_file.size()) {
    const void* found = std::memchr(m_file.data() + from, 0xFF, m_file.size() - from);
    if (found == nullptr) return m_file.size();
    const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - m_file.data());
    if (at + 1 >= m_file.size()) return m_file.size();
    const auto next = static_cast<std::uint8_t>(m_file[at + 1]);
    if (next != 0 && next != 0xFF && !is_restart(next)) return at;
    from = at + (next == 0xFF ? 1 : 2);
  }
  return m_file.size();
}

/// Up to the next 0xFF that is followed by no stuffed zero.
void JpegSegments::pass_over_stray_bytes() {
  const ByteView file(m_file);
  while (file.holds(m_position, 2) && (file.u8(m_position) != 0xFF || file.u8(m_position + 1) == 0))
    ++m_position;
}

std::optional<JpegSegment> JpegSegments::next() {
  if (m_at_end || m_problem) return std::nullopt;
  const ByteView file(m_file);
  if (m_stray == StrayBytes::passed_over) pass_over_stray_bytes();
  while (file.has(m_position, "\xFF\xFF"sv)) ++m_position;  // a fill byte
  if (!file.holds(m_position, 2)) return broken("cut short: no end marker");
  if (file.u8(m_position) != 0xFF) return broken("no marker at byte " + std::to_string(m_position));
  JpegSegment segment;
  segment.marker = file.u8(m_position + 1);
  std::size_t size = 2;
  if (!has_no_length(segment.marker)) {
    const std::size_t length = file.u16(m_position + 2);  // counts its own two bytes
    if (length < 2 || !file.holds(m_position + 2, length)) return broken("cut short inside a header");
    segment.parameters = file.piece(m_position + 4, length - 2);
    size += length;
  }
  if (segment.marker == k_sos) size = end_of_entropy_data(m_position + size) - m_position;
  segment.whole = file.piece(m_position, size);
  m_position += size;
  m_at_end = segment.marker == k_eoi;
  return segment;
}

std::optional<Rejected> check_jpeg_structure(std::string_view file) {
  JpegSegments segments(file);
  bool frame = false;
  bool scan = false;
  while (const auto segment = segments.next()) {
    frame = frame || is_frame(segment->marker);
    scan = scan || segment->marker == k_sos;
  }
  if (segments.problem()) return segments.problem();
  if (!frame) return Rejected{"has no frame header"};
  if (!scan) return Rejected{"has no image data"};
  return std::nullopt;
}

bool has_trailing_bytes(std::string_view file) {
  JpegSegments segments(file);
  while (segments.next()) continue;
  return segments.trailing_bytes() > 0;
}

std::optional<std::string> without_metadata(std::string_view file) {
  JpegSegments segments(file);
  std::string kept;
  kept.reserve(file.size());
  while (const auto segment = segments.next()) {
    if (is_metadata(*segment)) continue;
    const bool has_thumbnail = is_jfif(*segment) && segment->parameters.size() > k_plain_jfif;
    kept += has_thumbnail ? jfif_without_thumbnail(*segment) : std::string(segment->whole);
  }
  return segments.problem() ? std::nullopt : std::optional(kept);
}

}  // namespace tfrec
