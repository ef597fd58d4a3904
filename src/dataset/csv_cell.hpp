// SPDX-License-Identifier: Apache-2.0
// CSV that is written (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// The text as a cell, neutralised.
std::string csv_cell(std::string_view text);

/// The text as a cell, as it is: quoted where it holds a comma, a quote, a line break, or another character
/// that readers may take for the delimiter.
std::string csv_quoted(std::string_view text);

/// A text that a spreadsheet would run as a formula (it begins with = + - @, a tab or a carriage return) with
/// a ' in front (OWASP: CSV Injection); numbers stay as they are.
std::string neutralised(std::string_view text);

}  // namespace tfrec
