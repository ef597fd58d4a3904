// SPDX-License-Identifier: Apache-2.0
// In the module: libtiff has one handler for the process.
#include <cstdarg>
#include <cstdint>
#include <dlfcn.h>
#include <vector>

#include <opencv2/imgcodecs.hpp>

#include "image/opencv/tiff_errors.hpp"

namespace tfrec {

namespace {

// libtiff.h, TIFFErrorHandler: module, format, arguments.
using Handler = void (*)(const char*, const char*, std::va_list);

void note_error(const char* /*module*/, const char* format, std::va_list arguments) {
  TiffErrors::note(format, arguments);
}

}  // namespace

// The symbol is looked up, not linked: libtiff's headers are not a dependency of OpenCV's packages.
void watch_tiff_errors() {
  // The first TIFF decoder sets OpenCV's handler, so there must have been one.
  const std::vector<std::uint8_t> empty_tiff{'I', 'I', '*', 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  cv::imdecode(empty_tiff, cv::IMREAD_COLOR);
  void* found = ::dlsym(RTLD_DEFAULT, "TIFFSetErrorHandler");
  if (found == nullptr) return;
  const auto set_handler = reinterpret_cast<Handler (*)(Handler)>(found);
  set_handler(note_error);
}

}  // namespace tfrec
