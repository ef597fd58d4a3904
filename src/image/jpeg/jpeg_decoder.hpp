// SPDX-License-Identifier: Apache-2.0
// JPEG samples with libjpeg's own verdict on them: one decode gives the pixels and whether any was lost
// or invented on the way, which cv::imread keeps to itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rejected.hpp"

namespace tfrec {

enum class SampleOrder {
  bgr,   // three channels; grey is spread, CMYK and YCCK are converted
  gray,  // one channel
};

/// Decodes one file after another; nothing of one reaches the next. Not for several threads at once. Throws
/// Error (machine) where memory is short.
class JpegDecoder {
 public:
  JpegDecoder();
  JpegDecoder(const JpegDecoder&) = delete;
  JpegDecoder& operator=(const JpegDecoder&) = delete;
  ~JpegDecoder();

  /// Reads the header. `file` must stay until decode() has returned. `reduction` (1, 2, 4, 8) lets libjpeg
  /// scale down while it decodes. Rejects a file without an image.
  std::optional<Rejected> open(std::string_view file, SampleOrder order, unsigned reduction = 1);

  /// Of what decode() will give, after open(); before EXIF orientation.
  int width() const;
  int height() const;

  /// Decodes every sample into rows of width() × 3 or 1 bytes, `stride` bytes apart: the pixels cv::imread
  /// gives before it applies the orientation. States why where libjpeg reported lost or invented samples: a
  /// file cut short, a marker inside the data, a bad Huffman or arithmetic code, a lost restart marker, a
  /// bogus progression, bytes left over inside a scan. Also where the file has more than 100 scans, a known
  /// way to make a small file slow.
  std::optional<Rejected> decode(std::uint8_t* first_row, std::size_t stride);

  /// Harmless peculiarities found so far, each once: an odd JFIF or Adobe marker, bytes outside the scans, …
  const std::vector<std::string>& oddities() const;

  /// "libjpeg-turbo 2.1.5": as compiled against.
  static std::string library_version();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

}  // namespace tfrec
