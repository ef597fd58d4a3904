// SPDX-License-Identifier: Apache-2.0
#include "base/text/folded_name.hpp"

#include <algorithm>
#include <clocale>
#include <cwctype>
#include <locale.h>

#include "base/text/canonical_pairs.hpp"
#include "base/text/printable.hpp"

namespace tfrec {

namespace {

char32_t decoded(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  char32_t code = lead & (0x7FU >> character.size());
  for (const char byte : character.substr(1)) code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  return code;
}

/// The C library's case mapping for all of Unicode, whatever the locale of the process; 0 where it has none.
locale_t unicode() {
  static const locale_t made = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  return made;
}

// By way of the upper case, for some lower case letters share one: the two sigmas.
char32_t folded(char32_t code) {
  if (code < 0x80) return code >= 'A' && code <= 'Z' ? code - 'A' + 'a' : code;
  if (unicode() == locale_t{}) return code;
  const wint_t upper = ::towupper_l(static_cast<wint_t>(code), unicode());
  return static_cast<char32_t>(::towlower_l(upper, unicode()));
}

void append_decomposed(std::u32string& out, char32_t code);

/// Unicode 3.12: a syllable's letters follow from its number.
void append_hangul(std::u32string& out, char32_t code) {
  const char32_t number = code - 0xAC00;
  out += 0x1100 + number / 588;
  out += 0x1161 + number % 588 / 28;
  if (number % 28 != 0) out += 0x11A7 + number % 28;
}

void append_decomposed(std::u32string& out, char32_t code) {
  if (code < 0x80) {
    out += folded(code);
    return;
  }
  if (code >= 0xAC00 && code <= 0xD7A3) return append_hangul(out, code);
  const auto pair = std::lower_bound(k_canonical_pairs.begin(), k_canonical_pairs.end(), code,
                                     [](const CanonicalPair& a, char32_t whole) { return a.whole < whole; });
  if (pair == k_canonical_pairs.end() || pair->whole != code) {
    out += folded(code);
    return;
  }
  append_decomposed(out, pair->first);
  if (pair->second != 0) append_decomposed(out, pair->second);
}

}  // namespace

std::string folded_name(std::string_view utf8) {
  std::u32string codes;
  while (!utf8.empty()) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(utf8));
    append_decomposed(codes, decoded(utf8.substr(0, length)));
    utf8.remove_prefix(length);
  }
  // Marks on one letter have no order of their own.
  const auto is_mark = [](char32_t code) { return code >= 0x300 && code < 0x370; };
  for (auto at = codes.begin(); at != codes.end();) {
    const auto from = std::find_if(at, codes.end(), is_mark);
    at = std::find_if_not(from, codes.end(), is_mark);
    std::sort(from, at);
  }
  std::string key;
  for (const char32_t code : codes) {
    if (code < 0x80) {
      key += static_cast<char>(code);
      continue;
    }
    key += '\x80';
    for (const unsigned shift : {0U, 8U, 16U}) key += static_cast<char>(code >> shift & 0xFFU);
  }
  return key;
}

}  // namespace tfrec
