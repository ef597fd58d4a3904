// SPDX-License-Identifier: Apache-2.0
#include "base/text/number.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <string>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

struct Whole {
  std::string text;
  std::int64_t value;
  NumberProblem problem;
};

struct Real {
  std::string text;
  double value;
  NumberProblem problem;
};

}  // namespace

TEST_CASE("whole numbers are taken exactly or refused with the reason", "[number]") {
  const Whole example = GENERATE(values<Whole>({
      {"0", 0, NumberProblem::none},
      {"-0", 0, NumberProblem::none},
      {"+7", 7, NumberProblem::none},
      {"007", 7, NumberProblem::none},
      {"9223372036854775807", INT64_MAX, NumberProblem::none},
      {"-9223372036854775808", INT64_MIN, NumberProblem::none},
      {"9223372036854775808", 0, NumberProblem::too_large},
      {"-9223372036854775809", 0, NumberProblem::too_large},
      {"99999999999999999999999999", 0, NumberProblem::too_large},
      {"", 0, NumberProblem::missing},
      {"1.5", 0, NumberProblem::not_whole},
      {"1.0", 0, NumberProblem::not_whole},
      {"1e3", 0, NumberProblem::not_whole},
      {"1e999", 0, NumberProblem::not_whole},
      {"nan", 0, NumberProblem::not_a_number},
      {"inf", 0, NumberProblem::not_a_number},
      {"abc", 0, NumberProblem::not_a_number},
      {" 1", 0, NumberProblem::not_a_number},
      {"1 ", 0, NumberProblem::not_a_number},
      {"0x10", 0, NumberProblem::not_a_number},
      {"1,000", 0, NumberProblem::not_a_number},
      {"+-1", 0, NumberProblem::not_a_number},
      {"+", 0, NumberProblem::not_a_number},
      {"-", 0, NumberProblem::not_a_number},
  }));
  CAPTURE(example.text);
  const WholeNumber number = parse_whole(example.text);
  CHECK(number.problem == example.problem);
  CHECK(number.value == example.value);
}

TEST_CASE("real numbers are finite or refused with the reason", "[number]") {
  const Real example = GENERATE(values<Real>({
      {"0.37", 0.37, NumberProblem::none},
      {"-2", -2, NumberProblem::none},
      {"+.5", 0.5, NumberProblem::none},
      {"5.", 5, NumberProblem::none},
      {"1E-3", 0.001, NumberProblem::none},
      {"1e+3", 1000, NumberProblem::none},
      {"1e-999", 0, NumberProblem::none},
      {"-1e-99999999999999999999", 0, NumberProblem::none},
      {"0." + std::string(400, '0') + "1", 0, NumberProblem::none},
      {"0." + std::string(900, '0') + "1e5", 0, NumberProblem::none},
      {"1e999", 0, NumberProblem::too_large},
      {"1e99999999999999999999", 0, NumberProblem::too_large},
      {std::string(400, '9'), 0, NumberProblem::too_large},
      {std::string(400, '9') + ".5e-3", 0, NumberProblem::too_large},
      {"", 0, NumberProblem::missing},
      {"nan", 0, NumberProblem::not_a_number},
      {"NaN", 0, NumberProblem::not_a_number},
      {"-inf", 0, NumberProblem::not_a_number},
      {"1,5", 0, NumberProblem::not_a_number},
      {".", 0, NumberProblem::not_a_number},
      {"1e", 0, NumberProblem::not_a_number},
      {"--1", 0, NumberProblem::not_a_number},
      {" 1", 0, NumberProblem::not_a_number},
  }));
  CAPTURE(example.text);
  const RealNumber number = parse_real(example.text);
  CHECK(number.problem == example.problem);
  CHECK(number.value == example.value);
}

TEST_CASE("number: the largest float in its shortest form is out of range", "[number]") {
  const auto bits = [](std::string_view text) {
    const FloatNumber number = parse_float(text);
    CAPTURE(text);
    CHECK(number.problem == NumberProblem::none);
    return std::bit_cast<std::uint32_t>(number.value);
  };
  CHECK(bits("3.4028235e+38") == 0x7f7fffff);
  CHECK(bits("-3.4028235e38") == 0xff7fffff);
  CHECK(bits("340282350000000000000000000000000000000") == 0x7f7fffff);
  CHECK(bits("1e-45") == 1);
  CHECK(bits("-1e-45") == 0x80000001);
  CHECK(bits("1.1754942e-38") == 0x007fffff);
  CHECK(bits("1e-60") == 0);
  CHECK(bits("-1e-60") == 0x80000000);
  CHECK(bits("-1e-9999") == 0x80000000);
  CHECK(bits("-0.0") == 0x80000000);
  // Rounded once: by way of a double it would be 1.
  CHECK(bits("1.00000005960464477539062500000000000001") == 0x3f800001);
  CHECK(parse_float("3.4028236e38").problem == NumberProblem::too_large);
  CHECK(parse_float("nan").problem == NumberProblem::not_a_number);
}

TEST_CASE("a number's problem is reported with the text made safe", "[number]") {
  CHECK(describe(NumberProblem::missing, "") == "is missing");
  CHECK(describe(NumberProblem::not_whole, "1.5") == "'1.5' is not a whole number");
  CHECK(describe(NumberProblem::not_a_number, "a\x1B") == "'a\\x1B' is not a number");
  CHECK(describe(NumberProblem::too_large, std::string(70, '9')) ==
        "'" + std::string(60, '9') + "…' is too large");
  CHECK(describe(NumberProblem::none, "1").empty());
}

TEST_CASE("A number is written in the fewest digits that are read back as it", "[number]") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(0.1F) == "0.1");
  CHECK(number_text(2.0) == "2");
  CHECK(number_text(-std::numeric_limits<float>::infinity()) == "-inf");
  CHECK(number_text(-std::numeric_limits<double>::quiet_NaN()) == "nan");
}
