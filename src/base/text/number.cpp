// SPDX-License-Identifier: Apache-2.0
#include "base/text/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include <climits>

#include "base/text/ascii.hpp"
#include "base/text/printable.hpp"

namespace tfrec {

namespace {

/// `text` without a leading plus, which from_chars does not know; "+-1" stays wrong.
std::string_view without_plus(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && (is_digit(text[1]) || text[1] == '.');
  return plus ? text.substr(1) : text;
}

/// Whether a number can start so: keeps "nan" and "inf" away from from_chars.
bool starts_like_number(std::string_view text) {
  if (!text.empty() && text[0] == '-') text.remove_prefix(1);
  if (!text.empty() && text[0] == '.') text.remove_prefix(1);
  return !text.empty() && is_digit(text[0]);
}

/// About the power of ten of a number that from_chars found out of range: far below zero or far above.
long long magnitude(std::string_view text) {
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, mark);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = std::min(mantissa.find_first_of("123456789"), mantissa.size());
  const std::string_view exponent = without_plus(text.substr(std::min(mark + 1, text.size())));
  long long power = 0;
  const auto [stop, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  if (error == std::errc::result_out_of_range) return exponent[0] == '-' ? LLONG_MIN : LLONG_MAX;
  const long long place = static_cast<long long>(point) - static_cast<long long>(first);
  return std::clamp(power, LLONG_MIN / 2, LLONG_MAX / 2) + place;
}

template <class Number>
Number parse_number(std::string_view text) {
  if (text.empty()) return {0, NumberProblem::missing};
  const std::string_view digits = without_plus(text);
  if (!starts_like_number(digits)) return {0, NumberProblem::not_a_number};
  const char* const end = digits.data() + digits.size();
  Number number;
  const auto [stop, error] = std::from_chars(digits.data(), end, number.value);
  if (stop != end) return {0, NumberProblem::not_a_number};
  if (error != std::errc::result_out_of_range) return number;
  if (magnitude(digits) >= 0) return {0, NumberProblem::too_large};
  number.value = 0;
  if (digits.front() == '-') number.value = -number.value;
  return number;
}

template <class Real>
std::string shortest_text(Real value) {
  if (std::isnan(value)) return "nan";  // without a sign
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), end.ptr};
}

}  // namespace

WholeNumber parse_whole(std::string_view text) {
  if (text.empty()) return {0, NumberProblem::missing};
  const std::string_view digits = without_plus(text);
  const char* const end = digits.data() + digits.size();
  WholeNumber number;
  const auto [stop, error] = std::from_chars(digits.data(), end, number.value);
  if (error == std::errc{} && stop == end) return number;
  if (error == std::errc::result_out_of_range && stop == end) return {0, NumberProblem::too_large};
  const bool real = parse_real(text).problem != NumberProblem::not_a_number;
  return {0, real ? NumberProblem::not_whole : NumberProblem::not_a_number};
}

RealNumber parse_real(std::string_view text) {
  return parse_number<RealNumber>(text);
}

FloatNumber parse_float(std::string_view text) {
  return parse_number<FloatNumber>(text);
}

std::string number_text(double value) {
  return shortest_text(value);
}

std::string number_text(float value) {
  return shortest_text(value);
}

std::string describe(NumberProblem problem, std::string_view text) {
  const std::string shown = "'" + printable_excerpt(text, 60) + "'";
  switch (problem) {
    case NumberProblem::none:
      return {};
    case NumberProblem::missing:
      return "is missing";
    case NumberProblem::not_a_number:
      return shown + " is not a number";
    case NumberProblem::not_whole:
      return shown + " is not a whole number";
    case NumberProblem::too_large:
      return shown + " is too large";
  }
  return {};
}

}  // namespace tfrec
