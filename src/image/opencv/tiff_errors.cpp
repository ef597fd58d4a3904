// SPDX-License-Identifier: Apache-2.0
#include "image/opencv/tiff_errors.hpp"

#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <vector>

#include <opencv2/imgcodecs.hpp>

namespace tfrec {

namespace {

// No std::string: glibc ends a process that has no memory to register a thread's destructor.
thread_local std::array<char, 256> first_error{};

// libtiff.h, TIFFErrorHandler: module, format, arguments.
using Handler = void (*)(const char*, const char*, std::va_list);

void note_error(const char* /*module*/, const char* format, std::va_list arguments) {
  if (first_error[0] != '\0') return;
  std::vsnprintf(first_error.data(), first_error.size(), format, arguments);
  // libtiff then takes the image as upright, and image_facts() reports the oddity: no sample is lost.
  constexpr std::string_view k_bad_orientation = R"( for "Orientation" tag)";
  if (tiff_error().ends_with(k_bad_orientation)) forget_tiff_errors();
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

void forget_tiff_errors() {
  first_error[0] = '\0';
}

std::string_view tiff_error() {
  return first_error.data();
}

}  // namespace tfrec
