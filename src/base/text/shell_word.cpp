// SPDX-License-Identifier: Apache-2.0
#include "base/text/shell_word.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "base/text/ascii.hpp"
#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"

namespace tfrec {

namespace {

/// Characters that no shell gives a meaning, wherever they are in a word.
bool is_plain(char c) {
  return is_letter(c) || is_digit(c) || std::string_view("_-./,:+@%=").find(c) != std::string_view::npos;
}

/// zsh expands a leading '=', fish of old a leading '%'.
bool is_plain_word(std::string_view word) {
  return !word.empty() && word.front() != '=' && word.front() != '%' &&
         std::all_of(word.begin(), word.end(), is_plain);
}

/// A quote and a backslash go outside the quotes, because fish gives both a meaning inside.
std::string in_single_quotes(std::string_view word) {
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'' || c == '\\') {
      text += std::string("'\\") + c + "'";
    } else {
      text += c;
    }
  }
  return text + "'";
}

std::string escaped(char c) {
  if (c == '\'' || c == '\\') return std::string("\\") + c;
  std::string shown = printable(std::string_view(&c, 1));
  if (shown.size() == 2) return shown;  // \n, \t, \r
  // Three octal digits always end there; in some shells \xHH takes a digit that follows.
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "\\%03o", static_cast<unsigned>(static_cast<std::uint8_t>(c)));
  return buffer;
}

std::string in_dollar_quotes(std::string_view word) {
  std::string text = "$'";
  for (const Utf8Character& character : Utf8Characters(word)) {
    const std::string_view bytes = character.bytes;
    if (printable(bytes) == bytes && bytes != "'" && bytes != "\\") {
      text += bytes;
    } else {
      for (const char c : bytes) text += escaped(c);
    }
  }
  return text + "'";
}

}  // namespace

std::string shell_word(std::string_view word) {
  if (is_plain_word(word)) return std::string(word);
  return printable(word) == word ? in_single_quotes(word) : in_dollar_quotes(word);
}

std::string shell_path(std::string_view path) {
  return shell_word(path.starts_with('-') ? "./" + std::string(path) : std::string(path));
}

std::string shell_option(std::string_view name, std::string_view value) {
  const bool is_joined = value.starts_with('-');
  return std::string(name) + (is_joined ? "=" : " ") + shell_word(value);
}

}  // namespace tfrec
