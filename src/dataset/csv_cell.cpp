// SPDX-License-Identifier: Apache-2.0
#include "dataset/csv_cell.hpp"

#include "base/number.hpp"

namespace tfrec {

std::string csv_cell(std::string_view text) {
  return csv_quoted(neutralised(text));
}

std::string csv_quoted(std::string_view text) {
  const bool has_blank_end = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!has_blank_end && text.find_first_of(",;\t\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string neutralised(std::string_view text) {
  const bool is_formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  if (!is_formula || parse_real(text).problem == NumberProblem::none) return std::string(text);
  return "'" + std::string(text);
}

}  // namespace tfrec
