// SPDX-License-Identifier: Apache-2.0
// In the static program: OpenCV gives each TIFF a handler. The linker (--wrap) has it call the function
// below.
#include <cstdarg>
#include <tiffio.h>

#include "image/opencv/tiff_errors.hpp"

namespace tfrec {

namespace {

/// libtiff calls no further handler after a result other than 0.
int note_error(TIFF* /*file*/, void* /*user*/, const char* /*module*/, const char* format,
               std::va_list arguments) {
  TiffErrors::note(format, arguments);
  return 1;
}

}  // namespace

void watch_tiff_errors() {}

}  // namespace tfrec

// The names that --wrap asks for.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
extern "C" {
void __real_TIFFOpenOptionsSetErrorHandlerExtR(TIFFOpenOptions*, TIFFErrorHandlerExtR, void*);

void __wrap_TIFFOpenOptionsSetErrorHandlerExtR(TIFFOpenOptions* options, TIFFErrorHandlerExtR /*opencv*/,
                                               void* user) {
  __real_TIFFOpenOptionsSetErrorHandlerExtR(options, tfrec::note_error, user);
}
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
