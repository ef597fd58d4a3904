// SPDX-License-Identifier: Apache-2.0
#include "dataset/classes/text_format.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/text/ascii.hpp"

namespace tfrec {

namespace {

using Kind = TextFormatToken::Kind;

bool is_word_byte(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '-' || c == '+';
}

}  // namespace

void TextFormatTokens::skip_blanks() {
  while (!m_rest.empty()) {
    const char c = m_rest.front();
    if (c == '#') {
      m_rest.remove_prefix(std::min(m_rest.find('\n'), m_rest.size()));
    } else if (c == ' ' || (c >= '\t' && c <= '\r')) {
      if (c == '\n') ++m_line;
      m_rest.remove_prefix(1);
    } else {
      return;
    }
  }
}

void TextFormatTokens::read_string() {
  const char quote = m_rest.front();
  std::size_t end = 1;
  while (end < m_rest.size() && m_rest[end] != quote && m_rest[end] != '\n')
    end += m_rest[end] == '\\' && end + 1 < m_rest.size() && m_rest[end + 1] != '\n' ? 2 : 1;
  if (end >= m_rest.size() || m_rest[end] != quote) {
    m_now = {Kind::malformed, "a quote is not closed", m_line};
    return;
  }
  m_now = {Kind::string, m_rest.substr(0, end + 1), m_line};
  m_rest.remove_prefix(end + 1);
}

void TextFormatTokens::advance() {
  skip_blanks();
  if (m_rest.empty()) {
    m_now = {Kind::end, {}, m_line};
  } else if (m_rest.front() == '"' || m_rest.front() == '\'') {
    read_string();
  } else {
    const auto end = std::ranges::find_if_not(m_rest, is_word_byte);
    const auto length = static_cast<std::size_t>(end - m_rest.begin());
    m_now = {length == 0 ? Kind::symbol : Kind::word, m_rest.substr(0, std::max<std::size_t>(length, 1)),
             m_line};
    m_rest.remove_prefix(m_now.text.size());
  }
}

bool TextFormatTokens::take(char symbol) {
  if (!is(symbol)) return false;
  advance();
  return true;
}

namespace {

constexpr std::string_view k_letters = "abfnrtv\\'\"?";
constexpr std::string_view k_meanings = "\a\b\f\n\r\t\v\\'\"?";

int digit_of(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

/// Reads at most `most` digits of the base from the front of `rest`; their number in `count`.
std::uint32_t take_digits(std::string_view& rest, std::size_t most, int base, std::size_t& count) {
  std::uint32_t value = 0;
  for (count = 0; count < most && !rest.empty() && digit_of(rest.front()) < base; ++count) {
    value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit_of(rest.front()));
    rest.remove_prefix(1);
  }
  return value;
}

bool append_code(std::uint32_t code, std::string& text) {
  const auto byte = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0U | (code >> 6U));
    byte(0x80U | (code & 0x3FU));
  } else {
    if (code < 0x10000) {
      byte(0xE0U | (code >> 12U));
    } else {
      byte(0xF0U | (code >> 18U));
      byte(0x80U | ((code >> 12U) & 0x3FU));
    }
    byte(0x80U | ((code >> 6U) & 0x3FU));
    byte(0x80U | (code & 0x3FU));
  }
  return true;
}

/// An escape without its backslash, taken from the front of `rest`; false if it is malformed.
bool take_escape(std::string_view& rest, std::string& text) {
  std::size_t digits = 0;
  if (!rest.empty() && digit_of(rest.front()) < 8) {
    const std::uint32_t value = take_digits(rest, 3, 8, digits);
    text += static_cast<char>(value);
    return value < 256;
  }
  if (rest.empty()) return false;
  const char letter = rest.front();
  rest.remove_prefix(1);
  if (const std::size_t known = k_letters.find(letter); known != std::string_view::npos) {
    text += k_meanings[known];
    return true;
  }
  if (letter == 'x' || letter == 'X') {
    text += static_cast<char>(take_digits(rest, 2, 16, digits));
    return digits > 0;
  }
  if (letter != 'u' && letter != 'U') return false;
  const std::size_t wanted = letter == 'u' ? 4 : 8;
  const std::uint32_t code = take_digits(rest, wanted, 16, digits);
  return digits == wanted && append_code(code, text);
}

}  // namespace

std::string append_unescaped(std::string_view quoted, std::string& text) {
  std::string_view rest = quoted.substr(1, quoted.size() - 2);
  while (!rest.empty()) {
    const std::size_t plain = std::min(rest.find('\\'), rest.size());
    text += rest.substr(0, plain);
    rest.remove_prefix(plain);
    if (rest.empty()) break;
    rest.remove_prefix(1);
    if (!take_escape(rest, text)) return "a string has an unknown escape";
  }
  return {};
}

std::string in_text_format(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') {
      std::array<char, 5> octal{};
      std::snprintf(octal.data(), octal.size(), "\\%03o", static_cast<unsigned>(c));
      quoted += octal.data();
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace tfrec
