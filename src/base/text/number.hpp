// SPDX-License-Identifier: Apache-2.0
// Numbers as they are in CSV cells: decimal, no locale, no surrounding blanks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tfrec {

enum class NumberProblem : std::uint8_t {
  none,
  missing,       // no bytes
  not_a_number,  // text, "nan", "inf", blanks around, hex
  not_whole,     // a number, but with a fraction or an exponent
  too_large,     // beyond int64, double or float
};

template <class Value>
struct ParsedNumber {
  Value value = 0;
  NumberProblem problem = NumberProblem::none;
};

using WholeNumber = ParsedNumber<std::int64_t>;
using RealNumber = ParsedNumber<double>;
using FloatNumber = ParsedNumber<float>;

/// [+-]digits within int64.
WholeNumber parse_whole(std::string_view text);

/// [+-]digits[.digits][e[+-]digits], also ".5" and "5."; always finite. The nearest double: what is too small
/// for one is 0 or -0.
RealNumber parse_real(std::string_view text);

/// The same as the nearest float32. `too_large` is what rounds to infinity, so that the largest float is read
/// back in any number of digits.
FloatNumber parse_float(std::string_view text);

/// The fewest digits that are read back as the same number; "nan", "inf" or "-inf" else.
std::string number_text(double value);
std::string number_text(float value);

/// The reason for people: "'abc' is not a number", "'1.5' is not a whole number", "is missing". Empty for
/// none. `text` is shown printable and cut to 60 characters.
std::string describe(NumberProblem problem, std::string_view text);

}  // namespace tfrec
