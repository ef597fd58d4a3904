// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/csv_cell.hpp"

#include <optional>

#include "base/text/number.hpp"

namespace tfrec {

namespace {

/// How many ' are before a sign that begins a formula; nothing if the text begins otherwise.
std::optional<std::size_t> quotes_before_sign(std::string_view text) {
  const std::size_t sign = text.find_first_not_of('\'');
  if (sign == std::string_view::npos) return std::nullopt;
  const bool is_formula = std::string_view("=+-@\t\r").find(text[sign]) != std::string_view::npos;
  return is_formula ? std::optional(sign) : std::nullopt;
}

}  // namespace

std::string csv_cell(std::string_view text) {
  return csv_quoted(neutralised(text));
}

std::string csv_quoted(std::string_view text) {
  const bool has_blank_end = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  const bool has_mark = text.starts_with("\xEF\xBB\xBF");  // readers drop it at the start of a file
  if (!has_blank_end && !has_mark && text.find_first_of(",;\t\"\r\n") == std::string_view::npos)
    return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string neutralised(std::string_view text) {
  const auto quotes = quotes_before_sign(text);
  const bool is_number = quotes == 0 && parse_real(text).problem == NumberProblem::none;
  return !quotes || is_number ? std::string(text) : "'" + std::string(text);
}

std::string_view restored(std::string_view text) {
  const bool is_neutralised = quotes_before_sign(text).value_or(0) > 0;
  return is_neutralised ? text.substr(1) : text;
}

std::string line_cell(std::uint64_t line) {
  return line == 0 ? "" : std::to_string(line);
}

}  // namespace tfrec
