// SPDX-License-Identifier: Apache-2.0
#include "base/text/printable.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace tfrec {

namespace {

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return static_cast<std::uint8_t>(text[i]);
}

char32_t decoded(std::string_view character) {
  const std::uint8_t lead = byte_at(character, 0);
  if (character.size() == 1) return lead;
  char32_t code = lead & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = (code << 6U) | (byte_at(character, i) & 0x3FU);
  return code;
}

bool is_deceptive(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || c == 0xAD || c == 0x061C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE007F);
}

void append_escape(std::string& out, const char* format, unsigned value) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, format, value);
  out += buffer;
}

/// As JSON writes characters: those beyond U+FFFF as two surrogates.
void append_utf16_escapes(std::string& out, std::uint32_t code) {
  if (code > 0xFFFF) {
    append_escape(out, "\\u%04x", 0xD800 + ((code - 0x10000) >> 10U));
    code = 0xDC00 + ((code - 0x10000) & 0x3FFU);
  }
  append_escape(out, "\\u%04x", code);
}

void append_control(std::string& out, std::uint8_t c) {
  switch (c) {
    case '\n':
      out += "\\n";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\r':
      out += "\\r";
      break;
    default:
      append_escape(out, "\\x%02X", c);
  }
}

/// Appends one character of `rest` to `out` and returns how many bytes it took.
std::size_t append_printable(std::string& out, std::string_view rest) {
  const std::size_t length = utf8_length(rest);
  const std::uint8_t lead = byte_at(rest, 0);
  if (length == 0) {
    append_escape(out, "\\x%02X", lead);
    return 1;
  }
  const char32_t code = decoded(rest.substr(0, length));
  if (code < 0x20 || code == 0x7F) {
    append_control(out, lead);
  } else if (is_deceptive(code)) {
    append_escape(out, "\\u{%X}", static_cast<unsigned>(code));
  } else {
    out += rest.substr(0, length);
  }
  return length;
}

}  // namespace

std::string printable_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(json));
    const char32_t code = decoded(json.substr(0, length));
    if (code < 0x7F || (length == 1 && code >= 0x80) || (code != 0x7F && !is_deceptive(code))) {
      out += json.substr(0, length);
    } else {
      append_utf16_escapes(out, static_cast<std::uint32_t>(code));
    }
    json.remove_prefix(length);
  }
  return out;
}

std::string xml_escaped(std::string_view text) {
  constexpr std::string_view k_replacement = "\xEF\xBF\xBD";
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += c;
    }
    // U+FFFE and U+FFFF are no characters of XML.
    if (out.ends_with("\xEF\xBF\xBE") || out.ends_with("\xEF\xBF\xBF"))
      out.replace(out.size() - k_replacement.size(), k_replacement.size(), k_replacement);
  }
  return out;
}

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const std::uint8_t lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return 0;
  }
  const char32_t code = decoded(text.substr(0, length));
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return overlong || surrogate || code > 0x10FFFF ? 0 : length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) text.remove_prefix(append_printable(out, text));
  return out;
}

std::string printable_excerpt(std::string_view text, std::size_t max_characters) {
  std::string out;
  for (std::size_t shown = 0; !text.empty(); ++shown) {
    if (shown == max_characters) return out + "…";
    text.remove_prefix(append_printable(out, text));
  }
  return out;
}

}  // namespace tfrec
