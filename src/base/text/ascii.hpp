// SPDX-License-Identifier: Apache-2.0
// Letters and digits of ASCII, whatever the locale.
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr char uppered(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

inline std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lowered(c);
  return lower;
}

inline std::string uppered(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = uppered(c);
  return upper;
}

}  // namespace tfrec
