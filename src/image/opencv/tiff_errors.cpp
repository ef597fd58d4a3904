// SPDX-License-Identifier: Apache-2.0
#include "image/opencv/tiff_errors.hpp"

#include <array>
#include <cstdio>

namespace tfrec {

namespace {

// No std::string: glibc ends a process that has no memory to register a thread's destructor.
thread_local std::array<char, 256> first_error{};

}  // namespace

void note_tiff_error(const char* format, std::va_list arguments) {
  if (first_error[0] != '\0') return;
  std::vsnprintf(first_error.data(), first_error.size(), format, arguments);
  // libtiff then takes the image as upright, and image_facts() reports the oddity: no sample is lost.
  constexpr std::string_view k_bad_orientation = R"( for "Orientation" tag)";
  if (tiff_error().ends_with(k_bad_orientation)) forget_tiff_errors();
}

void forget_tiff_errors() {
  first_error[0] = '\0';
}

std::string_view tiff_error() {
  return first_error.data();
}

}  // namespace tfrec
