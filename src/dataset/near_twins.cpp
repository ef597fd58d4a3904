// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/number.hpp"
#include "base/printable.hpp"
#include "dataset/classes.hpp"

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

/// Accents that stand behind their letter, and characters nobody sees.
bool is_silent(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || c == 0xAD || (c >= 0x200B && c <= 0x200F) || c == 0x2060 ||
         c == 0xFEFF;
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

/// What two names have in common that people take for the same.
std::u32string look_of(std::string_view name) {
  std::u32string look;
  while (!name.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(name), 1);
    const bool valid = utf8_length(name) > 0;
    const char32_t c =
        valid ? decoded(name.substr(0, length)) : 0x110000U + static_cast<std::uint8_t>(name[0]);
    name.remove_prefix(length);
    if (!parts_words(c) && !is_silent(c)) look += folded(c);
  }
  return look;
}

/// The key under which twins meet. Numbers meet by value, so that "-1" and "1" stay apart.
std::u32string key_of(const std::string& name) {
  const RealNumber number = parse_real(name);
  if (number.problem != NumberProblem::none) return look_of(name);
  const WholeNumber whole = parse_whole(name);
  std::array<char, 40> text{};
  if (whole.problem == NumberProblem::none) {
    std::snprintf(text.data(), text.size(), "#%lld", static_cast<long long>(whole.value));
  } else if (number.value > -1e15 && number.value < 1e15 &&
             number.value == static_cast<double>(static_cast<long long>(number.value))) {
    std::snprintf(text.data(), text.size(), "#%lld", static_cast<long long>(number.value));
  } else {
    std::snprintf(text.data(), text.size(), "#%.17g", number.value);
  }
  const std::string_view key(text.data());
  return {key.begin(), key.end()};
}

}  // namespace

std::vector<std::vector<std::string>> near_twins(const std::vector<std::string>& names) {
  std::unordered_map<std::u32string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < names.size(); ++i) groups[key_of(names[i])].push_back(i);
  std::vector<std::vector<std::size_t>> twins;
  for (auto& [key, members] : groups) {
    if (members.size() > 1) twins.push_back(std::move(members));
  }
  std::sort(twins.begin(), twins.end());
  std::vector<std::vector<std::string>> named;
  for (const std::vector<std::size_t>& members : twins) {
    named.emplace_back();
    for (const std::size_t i : members) named.back().push_back(names[i]);
  }
  return named;
}

}  // namespace tfrec
