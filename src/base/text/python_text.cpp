// SPDX-License-Identifier: Apache-2.0
#include "base/text/python_text.hpp"

#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"

namespace tfrec {

namespace {

/// One character or byte inside a literal. printable() writes the same escapes as Python, but for \u{HHHH}.
std::string in_literal(std::string_view character) {
  if (character == "\"" || character == "\\") return "\\" + std::string(character);
  std::string shown = printable(character);
  if (!shown.starts_with("\\u{")) return shown;
  const std::string digits = shown.substr(3, shown.size() - 4);
  return "\\U" + std::string(8 - digits.size(), '0') + digits;
}

}  // namespace

std::string python_literal(std::string_view text) {
  const bool is_text = is_utf8(text);
  std::string literal = is_text ? "\"" : "b\"";
  if (is_text) {
    for (const Utf8Character& character : Utf8Characters(text)) literal += in_literal(character.bytes);
  } else {
    for (std::size_t i = 0; i < text.size(); ++i) literal += in_literal(text.substr(i, 1));
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
