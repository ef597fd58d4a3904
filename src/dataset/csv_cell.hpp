// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// A cell of a CSV that is written (RFC 4180): quoted where it holds a comma, a quote or a line break. A text
/// that a spreadsheet would run as a formula (it begins with = + - @, a tab or a carriage return) gets a '
/// in front (OWASP: CSV Injection).
std::string csv_cell(std::string_view text);

}  // namespace tfrec
