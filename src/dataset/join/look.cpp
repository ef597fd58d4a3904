// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/look.hpp"

#include <algorithm>
#include <cstdint>

#include "base/text/printable.hpp"

namespace tfrec {

namespace {

/// The letters without accents of U+00C0 to U+017F (Latin-1 Supplement, Latin Extended-A), '?' where there is
/// none.
constexpr std::string_view k_plain_latin =
    "aaaaaa?ceeeeiiii"   // 00C0
    "?nooooo?ouuuuy?s"   // 00D0
    "aaaaaa?ceeeeiiii"   // 00E0
    "?nooooo?ouuuuy?y"   // 00F0
    "aaaaaaccccccccdd"   // 0100
    "ddeeeeeeeeeegggg"   // 0110
    "gggghhhhiiiiiiii"   // 0120
    "ii??jjkkklllllll"   // 0130
    "lllnnnnnn???oooo"   // 0140
    "oo??rrrrrrssssss"   // 0150
    "ssttttttuuuuuuuu"   // 0160
    "uuuuwwyyyzzzzzzs";  // 0170
static_assert(k_plain_latin.size() == 0x180 - 0xC0);

char32_t decoded(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(character[i]); };
  if (character.size() == 1) return byte(0);
  char32_t code = byte(0) & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = (code << 6U) | (byte(i) & 0x3FU);
  return code;
}

bool parts_words(char32_t c) {
  return c == ' ' || c == '_' || c == '-' || c == '\t' || c == 0xA0 || c == 0x3000 ||
         (c >= 0x2000 && c <= 0x200A);
}

/// An accent that stands behind its letter, as Macs store them in file names.
bool is_combining(char32_t c) {
  return c >= 0x300 && c <= 0x36F;
}

/// Accents that stand behind their letter, and characters nobody sees.
bool is_silent(char32_t c) {
  return is_combining(c) || c == 0xAD || (c >= 0x200B && c <= 0x200F) || c == 0x2060 || c == 0xFEFF;
}

char32_t folded(char32_t c) {
  if (c >= 'A' && c <= 'Z') return c - 'A' + 'a';
  if (c >= 0xC0 && c < 0x180 && k_plain_latin[c - 0xC0] != '?')
    return static_cast<char32_t>(k_plain_latin[c - 0xC0]);
  if (c >= 0x391 && c <= 0x3A9) return c + 0x20;  // Greek
  if (c >= 0x410 && c <= 0x42F) return c + 0x20;  // Cyrillic
  if (c >= 0x400 && c <= 0x40F) return c + 0x50;
  if (c >= 0xFF01 && c <= 0xFF5E) return folded(c - 0xFEE0);  // full width
  return c;
}

/// Calls `take` with each character; a byte that is no UTF-8 counts as one beyond Unicode.
template <typename Take>
void for_each_character(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    take(length > 0 ? decoded(text.substr(0, length)) : 0x110000U + static_cast<std::uint8_t>(text[0]));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

}  // namespace

std::u32string look_of(std::string_view name) {
  std::u32string look;
  for_each_character(name, [&](char32_t c) {
    if (!parts_words(c) && !is_silent(c)) look += folded(c);
  });
  return look;
}

bool has_combining_accent(std::string_view name) {
  bool found = false;
  for_each_character(name, [&](char32_t c) { found = found || is_combining(c); });
  return found;
}

}  // namespace tfrec
