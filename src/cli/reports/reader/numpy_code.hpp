// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "operations/reader/reader.hpp"

namespace tfrec::cli {

/// The program of a framework that takes NumPy arrays.
struct NumpyProgram {
  std::string framework;                // for messages
  std::string_view text;                // a template
  std::vector<std::string> parameters;  // of dataset(), without split
  std::string channels_first;  // behind an array of height, width and channels: ".transpose(…)" or nothing
  std::string shape;           // of the array `values`, as a tuple
};

/// Throws Error (usage) if Pillow can't read the images.
std::string numpy_code(const NumpyProgram& program, const ReaderFacts& facts);

}  // namespace tfrec::cli
