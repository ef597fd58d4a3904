// SPDX-License-Identifier: Apache-2.0
// The structure of a JPEG file: its segments in order, without decoding. Source: ITU-T T.81, annex B.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/rejected.hpp"

namespace tfrec {

/// One marker with its parameters and, behind a start of scan, the entropy-coded data that follow.
struct JpegSegment {
  std::uint8_t marker = 0;      // the byte behind 0xFF
  std::string_view whole;       // from the 0xFF on
  std::string_view parameters;  // behind the length; empty for markers without
};

/// What to do about bytes between segments, which belong to none: an end, or passed over as decoders do.
enum class StrayBytes { broken, passed_over };

/// Walks the segments of a file that begins with SOI.
class JpegSegments {
 public:
  explicit JpegSegments(std::string_view file, StrayBytes stray = StrayBytes::broken)
      : m_file(file), m_stray(stray) {}

  /// The next segment, SOI and EOI among them; nothing at the end, or where the structure is broken.
  std::optional<JpegSegment> next();
  /// Why it ended before EOI; nothing while all is well.
  const std::optional<Rejected>& problem() const { return m_problem; }
  /// Bytes behind EOI.
  std::size_t trailing_bytes() const { return m_at_end ? m_file.size() - m_position : 0; }

 private:
  std::optional<JpegSegment> broken(std::string reason);
  std::size_t end_of_entropy_data(std::size_t from) const;
  void pass_over_stray_bytes();

  std::string_view m_file;
  StrayBytes m_stray;
  std::size_t m_position = 0;
  bool m_at_end = false;
  std::optional<Rejected> m_problem;
};

/// Whether the file is whole as far as its markers show: SOI, a frame, at least one scan, EOI. The reason
/// where not.
std::optional<Rejected> check_jpeg_structure(std::string_view file);

/// Whether anything follows EOI.
bool has_trailing_bytes(std::string_view file);

/// The file without EXIF, XMP, comments, thumbnails, other application data and what follows EOI. What
/// decoders need stays: JFIF, Adobe's colour transform, ICC profiles. Nothing if the structure is broken.
std::optional<std::string> without_metadata(std::string_view file);

/// The quality 1-100 at which libjpeg's standard tables are as coarse as the file's: the largest whose table
/// entries sum up to no less. Exact for files written by libjpeg. Nothing if the file has no tables.
std::optional<int> jpeg_quality(std::string_view file);

}  // namespace tfrec
