// SPDX-License-Identifier: Apache-2.0
#include "support/build_paths.hpp"

namespace tfrec::test {

const char* const k_source_folder = TFREC_SOURCE_DIR;
const char* const k_build_folder = TFREC_BUILD_DIR;
const char* const k_program = TFREC_BINARY;
const char* const k_write_pages = TFREC_WRITE_PAGES;
const char* const k_cmake = TFREC_CMAKE;
const bool k_has_sanitizers = *TFREC_SANITIZERS != '\0';
const char* const k_fail_calls = TFREC_FAIL_CALLS_FILE;
const char* const k_odd_surroundings = TFREC_ODD_SURROUNDINGS_FILE;

}  // namespace tfrec::test
