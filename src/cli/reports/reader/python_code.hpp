// SPDX-License-Identifier: Apache-2.0
// Pieces of Python code as ruff formats them, in lines of at most 88 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec::cli {

/// A literal of the text, safe whatever the text is.
std::string python_word(std::string_view text);
std::vector<std::string> python_words(const std::vector<std::string>& texts);

/// BEFORE[a, b]AFTER, or a line for each item where that is too long; `indent` columns are before it.
std::string python_list(const std::string& before, const std::vector<std::string>& items,
                        const std::string& after = "", std::size_t indent = 0);

/// The same of a call, BEFORE(a, b)AFTER, whose arguments may also share a line of their own.
std::string python_call(const std::string& before, const std::vector<std::string>& arguments,
                        const std::string& after = "", std::size_t indent = 0);

/// BEFORE{…} with a line, or several, for each entry.
std::string python_dict(const std::string& before, const std::vector<std::string>& entries);

/// The same with as many items in a line as fit, and a mark that keeps ruff from changing that: for long
/// lists.
std::string python_filled(const std::string& before, char open, const std::vector<std::string>& items,
                          char close);

/// Whether a line has more than 88 columns.
bool has_long_lines(std::string_view code);

}  // namespace tfrec::cli
