// SPDX-License-Identifier: Apache-2.0
// What `tfrec --version -v` and `tfrec --licenses` print.
#pragma once

#include <string>

namespace tfrec::cli {

/// The program, its libraries and the image formats, a line each. Loads the image codecs.
std::string version_text();

/// The licences of the program and of its libraries.
std::string licences_text();

}  // namespace tfrec::cli
