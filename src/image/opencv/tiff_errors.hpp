// SPDX-License-Identifier: Apache-2.0
// libtiff's own errors: OpenCV logs them and keeps pixels that were never decoded.
#pragma once

#include <cstdarg>
#include <string_view>

namespace tfrec {

/// Has libtiff report to note_tiff_error() from now on, where its handler can be reached (a shared OpenCV
/// with a libtiff of its own keeps it to itself). Before the first decode, once.
void watch_tiff_errors();

/// What libtiff's handlers are given: a format of printf and its arguments.
void note_tiff_error(const char* format, std::va_list arguments);

/// Forgets what was reported on this thread.
void forget_tiff_errors();
/// The first error reported on this thread since then, empty if there was none.
std::string_view tiff_error();

}  // namespace tfrec
