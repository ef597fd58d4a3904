// SPDX-License-Identifier: Apache-2.0
#include "base/text/printable.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

#include "base/text/utf8.hpp"

namespace tfrec {

namespace {

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

void append_printable(std::string& out, const Utf8Character& character) {
  const char32_t code = character.code;
  if (code >= 0x20 && code < 0x7F) {
    out += character.bytes;
    return;
  }
  const std::size_t known = std::u32string_view(U"\n\t\r").find(code);
  if (character.is_valid && known != std::u32string_view::npos) {
    out.append("\\").append(1, "ntr"[known]);
  } else if (!character.is_valid || code < 0x20 || code == 0x7F) {
    append_escape(out, "\\x%02X", static_cast<unsigned>(code));
  } else if (is_deceptive(code)) {
    append_escape(out, "\\u{%X}", static_cast<unsigned>(code));
  } else {
    out += character.bytes;
  }
}

}  // namespace

std::string printable_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const Utf8Character& character : Utf8Characters(json)) {
    if (!character.is_valid || (character.code != 0x7F && !is_deceptive(character.code))) {
      out += character.bytes;
    } else {
      append_utf16_escapes(out, static_cast<std::uint32_t>(character.code));
    }
  }
  return out;
}

std::string xml_escaped(std::string_view text) {
  constexpr std::string_view k_replacement = "\xEF\xBF\xBD";
  constexpr std::string_view k_special = "&<>\"'";
  constexpr std::array<std::string_view, 5> k_entities{"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
  std::string out;
  out.reserve(text.size());
  for (const char c : printable(text)) {
    const std::size_t known = k_special.find(c);
    if (known == std::string_view::npos) {
      out += c;
    } else {
      out += k_entities[known];
    }
    // U+FFFE and U+FFFF are not characters of XML.
    const bool may_end_one = c == '\xBE' || c == '\xBF';
    if (may_end_one && (out.ends_with("\xEF\xBF\xBE") || out.ends_with("\xEF\xBF\xBF")))
      out.replace(out.size() - k_replacement.size(), k_replacement.size(), k_replacement);
  }
  return out;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const Utf8Character& character : Utf8Characters(text)) append_printable(out, character);
  return out;
}

std::string printable_excerpt(std::string_view text, std::size_t max_characters) {
  std::string out;
  std::size_t shown = 0;
  for (const Utf8Character& character : Utf8Characters(text)) {
    if (shown++ == max_characters) return out + "…";
    append_printable(out, character);
  }
  return out;
}

}  // namespace tfrec
