// SPDX-License-Identifier: Apache-2.0
#include "image/opencv/tiff_errors.hpp"

#include <cstdio>
#include <new>
#include <pthread.h>

namespace tfrec {

namespace {

/// Where a thread keeps its TiffErrors. A key, for glibc ends a process with exit code 127 if there is no
/// memory for the thread_local data of a library that was loaded.
pthread_key_t key_of_errors() {
  static const pthread_key_t key = [] {
    pthread_key_t made = 0;
    if (::pthread_key_create(&made, nullptr) != 0) throw std::bad_alloc();
    return made;
  }();
  return key;
}

}  // namespace

TiffErrors::TiffErrors() {
  if (::pthread_setspecific(key_of_errors(), this) != 0) throw std::bad_alloc();
}

TiffErrors::~TiffErrors() {
  ::pthread_setspecific(key_of_errors(), nullptr);
}

void TiffErrors::note(const char* format, std::va_list arguments) {
  auto* errors = static_cast<TiffErrors*>(::pthread_getspecific(key_of_errors()));
  if (errors == nullptr || !errors->first().empty()) return;
  std::vsnprintf(errors->m_first.data(), errors->m_first.size(), format, arguments);
  // libtiff then takes the image as upright, and image_facts() reports the oddity: no sample is lost.
  constexpr std::string_view k_bad_orientation = R"( for "Orientation" tag)";
  if (errors->first().ends_with(k_bad_orientation)) errors->m_first[0] = '\0';
}

}  // namespace tfrec
