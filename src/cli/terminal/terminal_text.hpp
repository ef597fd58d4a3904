// SPDX-License-Identifier: Apache-2.0
// What a terminal can show. Files and pipes always get the same text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tfrec::cli {

/// Columns of the terminal behind a descriptor, 0 if it is not a terminal or its width is unknown.
std::size_t terminal_columns(int descriptor);

/// Columns for help on stdout: those of the terminal, but 40 to 100; 80 elsewhere.
std::size_t help_columns();

/// Whether the descriptor is a terminal whose locale (LC_ALL, LC_CTYPE, LANG) is not UTF-8.
bool wants_ascii(int descriptor);

/// The signs that tfrec itself writes, in ASCII: … × → become ... x ->.
std::string in_ascii(std::string_view text);

}  // namespace tfrec::cli
