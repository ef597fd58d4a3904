// SPDX-License-Identifier: Apache-2.0
// CSV that is written (RFC 4180).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfrec {

/// The text as a cell, neutralised.
std::string csv_cell(std::string_view text);

/// The text as a cell, as it is: quoted where it holds a comma, a quote, a line break, or another character
/// that readers may take for the delimiter.
std::string csv_quoted(std::string_view text);

/// A text that a spreadsheet would run as a formula (it begins with = + - @, a tab or a carriage return, and
/// is not a number) with a ' in front (OWASP: CSV Injection). A text that begins so behind one or more ' gets
/// one more, so that no two texts become the same.
std::string neutralised(std::string_view text);

/// The text that neutralised() made this one of: without the first of the ' before a formula sign.
std::string_view restored(std::string_view text);

/// The column that marks a table with neutralised cells: how many of them each row has. read_csv_table()
/// restores the cells of such a table.
inline constexpr const char* k_escaped_column = "tfrec_escaped";

/// The number of a row's line; an empty cell for 0, which is an image without a row.
std::string line_cell(std::uint64_t line);

}  // namespace tfrec
