// SPDX-License-Identifier: Apache-2.0
// libtiff's own errors: OpenCV logs them and keeps pixels that were never decoded.
#pragma once

#include <array>
#include <cstdarg>
#include <string_view>

namespace tfrec {

/// Has libtiff report to TiffErrors from now on, where its handler can be reached (a shared OpenCV with a
/// libtiff of its own keeps it to itself). Before the first decode, once.
void watch_tiff_errors();

/// Keeps the first error that libtiff reports on this thread while the object lives. One at a time.
class TiffErrors {
 public:
  TiffErrors();
  ~TiffErrors();
  TiffErrors(const TiffErrors&) = delete;
  TiffErrors& operator=(const TiffErrors&) = delete;

  /// What libtiff's handlers are given: a format of printf and its arguments.
  static void note(const char* format, std::va_list arguments);

  /// Empty if there was none.
  std::string_view first() const { return m_first.data(); }

 private:
  std::array<char, 256> m_first{};
};

}  // namespace tfrec
