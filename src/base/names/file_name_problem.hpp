// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tfrec {

/// Whether a reader that searches `-([0-9]*)\.` in a whole path finds a match in `text`, and so takes a wrong
/// record count.
bool looks_like_count(std::string_view text);

/// Why `name` cannot start the names of files, empty if it can: it is empty or has more than `longest` bytes,
/// starts with '.' or '-', contains a control character, or looks_like_count().
std::string problem_of_file_name(std::string_view name, std::size_t longest);

}  // namespace tfrec
