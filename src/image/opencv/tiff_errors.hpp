// SPDX-License-Identifier: Apache-2.0
// libtiff's own errors: OpenCV logs them and keeps pixels that were never decoded.
#pragma once

#include <string_view>

namespace tfrec {

/// Has libtiff report here from now on, where its handler can be reached (an OpenCV with a libtiff of its own
/// keeps it to itself). Before the first decode, once.
void watch_tiff_errors();

/// Forgets what was reported on this thread.
void forget_tiff_errors();
/// The first error reported on this thread since then, empty if there was none.
std::string_view tiff_error();

}  // namespace tfrec
