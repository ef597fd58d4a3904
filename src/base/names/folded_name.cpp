// SPDX-License-Identifier: Apache-2.0
#include "base/names/folded_name.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <utf8proc.h>
#include <utility>

#include "base/text/utf8.hpp"

namespace tfrec {

namespace {

constexpr unsigned k_fold = UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD;

std::string map_valid(std::string_view utf8, unsigned options) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()),
                                             static_cast<utf8proc_ssize_t>(utf8.size()), &mapped,
                                             static_cast<utf8proc_option_t>(options));
  if (size < 0) throw std::bad_alloc();
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size)};
}

/// utf8proc sorts a run of combining marks in quadratic time. A text of this size is not a name.
constexpr std::size_t k_most_mapped = 4096;

std::string map(std::string_view text, unsigned options) {
  if (text.size() > k_most_mapped) return std::string(text);
  std::string out;
  std::string valid;
  for (const Utf8Character& character : Utf8Characters(text)) {
    if (character.is_valid) {
      valid += character.bytes;
      continue;
    }
    out += map_valid(std::exchange(valid, {}), options);
    out += character.bytes;
  }
  return out + map_valid(valid, options);
}

bool is_combining_accent(char32_t code) {
  return code >= 0x300 && code <= 0x36F;
}

/// Letters with a stroke or without a dot, which Unicode does not decompose.
std::string_view without_stroke(const Utf8Character& character) {
  constexpr std::array<std::pair<char32_t, std::string_view>, 6> k_plain{
      {{U'ø', "o"}, {U'đ', "d"}, {U'ħ', "h"}, {U'ı', "i"}, {U'ł', "l"}, {U'ŧ', "t"}}};
  const auto found = std::find_if(k_plain.begin(), k_plain.end(),
                                  [&](const auto& pair) { return pair.first == character.code; });
  return found == k_plain.end() ? character.bytes : found->second;
}

}  // namespace

std::string folded_name(std::string_view name) {
  return map(name, k_fold);
}

std::string name_skeleton(std::string_view name) {
  constexpr std::string_view k_word_breaks = " _-\t";
  constexpr char32_t k_first_cyrillic = 0x400;  // in other scripts an accent makes another letter
  const std::string folded = map(name, k_fold | UTF8PROC_COMPAT | UTF8PROC_IGNORE);
  std::string skeleton;
  char32_t letter = 0;
  for (const Utf8Character& character : Utf8Characters(folded)) {
    const bool is_accent = character.is_valid && is_combining_accent(character.code);
    if (is_accent && letter < k_first_cyrillic) continue;
    if (!is_accent) letter = character.code;
    if (k_word_breaks.find(character.bytes) != std::string_view::npos) continue;
    skeleton += without_stroke(character);
  }
  return skeleton;
}

bool has_combining_accent(std::string_view name) {
  for (const Utf8Character& character : Utf8Characters(name)) {
    if (is_combining_accent(character.code)) return true;
  }
  return false;
}

}  // namespace tfrec
