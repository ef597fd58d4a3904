// SPDX-License-Identifier: Apache-2.0
// Words of printed Python code.
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// A literal of `text`: "…", or b"…" where the text is not UTF-8. It is safe to print, and printable() keeps
/// it as it is.
std::string python_literal(std::string_view text);

/// The pattern that matches `path` alone, in TensorFlow's file functions and in Python's and the C library's
/// glob.
std::string glob_escaped(std::string_view path);

}  // namespace tfrec
