// SPDX-License-Identifier: Apache-2.0
#include "base/text/near_number.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/ascii.hpp"
#include "base/text/number.hpp"

namespace tfrec {

namespace {

constexpr NearNumber k_blanks{"has blanks around it", "remove the blanks"};
constexpr NearNumber k_percent{"has a percent sign", "leave out the '%'"};
constexpr NearNumber k_comma{"has a decimal comma", "write a decimal point"};
constexpr NearNumber k_minus{"has a typographic minus sign", "write '-' for the minus sign"};
constexpr NearNumber k_thousands{"has separators of thousands", "leave out the separators"};

bool is_number(std::string_view text) {
  return parse_real(text).problem == NumberProblem::none;
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view k_all = " \t";
  const std::size_t first = text.find_first_not_of(k_all);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(k_all) - first + 1);
}

bool has_decimal_comma(std::string text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return false;
  text[comma] = '.';
  return is_number(text);
}

/// One to three digits, then groups of `separator` and three digits, then perhaps a fraction.
bool has_thousands(std::string_view text, char separator) {
  if (text.front() == '-' || text.front() == '+') text.remove_prefix(1);
  constexpr std::size_t k_group = 3;
  const auto digits = [&] {
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
  };
  std::size_t length = digits();
  if (length == 0 || length > k_group) return false;
  text.remove_prefix(length);
  std::size_t groups = 0;
  while (!text.empty() && text.front() == separator) {
    text.remove_prefix(1);
    if (digits() != k_group) return false;
    text.remove_prefix(k_group);
    ++groups;
  }
  if (groups == 0) return false;
  if (text.empty()) return true;
  const bool has_fraction = text.front() == '.' || text.front() == ',';
  text.remove_prefix(1);
  return has_fraction && !text.empty() && digits() == text.size();
}

std::optional<NearNumber> near_plain_number(std::string_view text) {
  const std::string_view inner = without_blanks(text);
  if (inner.empty() || (!is_digit(inner.front()) && inner.find_first_of("+-.,") != 0)) return std::nullopt;
  if (is_number(inner)) return inner == text ? std::nullopt : std::optional(k_blanks);
  if (inner.back() == '%' && is_number(without_blanks(inner.substr(0, inner.size() - 1)))) return k_percent;
  if (has_decimal_comma(std::string(inner))) return k_comma;
  for (const char separator : {',', '.', ' ', '\'', '_'}) {
    if (has_thousands(inner, separator)) return k_thousands;
  }
  return std::nullopt;
}

constexpr std::string_view k_minus_sign = "\u2212";

/// Typographic characters as plain ones: the minus sign, and blanks at which no line breaks.
std::string with_plain_characters(std::string text) {
  constexpr std::array k_wide_blanks{"\u00a0", "\u2007", "\u2009", "\u202f"};
  const auto replace = [&](std::string_view from, char to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
      text.replace(at, from.size(), 1, to);
  };
  replace(k_minus_sign, '-');
  for (const char* blank : k_wide_blanks) replace(blank, ' ');
  return text;
}

}  // namespace

std::optional<NearNumber> near_number(std::string_view text) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; });
  if (is_plain) return near_plain_number(text);
  const std::string plain = with_plain_characters(std::string(text));
  if (is_number(plain)) return k_minus;
  return near_plain_number(plain);
}

}  // namespace tfrec
