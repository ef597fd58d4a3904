// SPDX-License-Identifier: Apache-2.0
// Folders and programs of this build. One source file knows them, so that objects are the same in every
// clone.
#pragma once

namespace tfrec::test {

extern const char* const k_source_folder;
extern const char* const k_build_folder;
extern const char* const k_program;      // tfrec
extern const char* const k_write_pages;  // the program that writes help, man pages and completions
extern const char* const k_cmake;
// Sanitizers map terabytes, open files, and preload libraries themselves. Tests with the tag [no-sanitizer]
// do not run there.
extern const bool k_has_sanitizers;
// Libraries for LD_PRELOAD; empty under sanitizers.
extern const char* const k_fail_calls;
extern const char* const k_odd_surroundings;

}  // namespace tfrec::test
