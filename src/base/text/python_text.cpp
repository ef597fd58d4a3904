// SPDX-License-Identifier: Apache-2.0
#include "base/text/python_text.hpp"

#include "base/text/printable.hpp"

namespace tfrec {

namespace {

/// One character or byte inside a literal. printable() writes the same escapes as Python, but for \u{HHHH}.
std::string in_literal(std::string_view character) {
  if (character == "\"" || character == "\\") return "\\" + std::string(character);
  const std::string shown = printable(character);
  if (!shown.starts_with("\\u{")) return shown;
  const std::string digits = shown.substr(3, shown.size() - 4);
  return "\\U" + std::string(8 - digits.size(), '0') + digits;
}

}  // namespace

std::string python_literal(std::string_view text) {
  const bool is_text = is_utf8(text);
  std::string literal = is_text ? "\"" : "b\"";
  while (!text.empty()) {
    const std::size_t length = is_text ? utf8_length(text) : 1;
    literal += in_literal(text.substr(0, length));
    text.remove_prefix(length);
  }
  return literal + "\"";
}

std::string glob_escaped(std::string_view path) {
  std::string pattern;
  for (const char c : path) {
    if (c == '\\') {
      pattern += R"([\\])";  // an escape inside the brackets as well, but not in Python's glob
    } else if (c == '*' || c == '?' || c == '[') {
      pattern += std::string("[") + c + "]";
    } else {
      pattern += c;
    }
  }
  return pattern;
}

}  // namespace tfrec
