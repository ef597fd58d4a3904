// SPDX-License-Identifier: Apache-2.0
#include "image/npy/npy.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

std::string little_endian(std::uint64_t value, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i, value >>= 8U) text += static_cast<char>(value & 0xFFU);
  return text;
}

/// A .npy file as NumPy writes it: the header is padded with blanks to a multiple of 64 bytes and ends in a
/// line feed.
std::string npy(const std::string& dict, const std::string& data, int version = 1) {
  std::string header = dict;
  const std::size_t before = version == 1 ? 10 : 12;
  while ((before + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' +
         little_endian(header.size(), before - 8) + header + data;
}

std::string npy_of(const std::string& descr, const std::string& shape, const std::string& data,
                   bool fortran = false) {
  return npy("{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                 ", 'shape': " + shape + ", }",
             data);
}

std::string reason_of(const std::string& file) {
  const auto parsed = parse_npy(file);
  const Rejected* rejected = std::get_if<Rejected>(&parsed);
  return rejected == nullptr ? "" : rejected->reason;
}

NpyHeader header_of(const std::string& file) {
  const auto parsed = parse_npy(file);
  CAPTURE(reason_of(file));
  REQUIRE(std::holds_alternative<NpyHeader>(parsed));
  return std::get<NpyHeader>(parsed);
}

std::vector<float> floats_of(const std::string& file, double scale = 1) {
  const auto values = npy_as_float32(header_of(file), file, scale);
  REQUIRE(std::holds_alternative<std::string>(values));
  const auto& bytes = std::get<std::string>(values);
  std::vector<float> floats(bytes.size() / 4);
  std::memcpy(floats.data(), bytes.data(), bytes.size());
  return floats;
}

}  // namespace

TEST_CASE("the header of an array is read as NumPy writes it", "[npy]") {
  for (const int version : {1, 2, 3}) {
    const std::string file =
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", std::string(24, 'x'), version);
    const NpyHeader header = header_of(file);
    CHECK(header.dtype() == "float32");
    CHECK(header.shape == std::vector<std::uint64_t>{2, 3});
    CHECK(shape_text(header.shape) == "(2, 3)");
    CHECK(header.values == 6);
    CHECK(file.size() - header.data_offset == 24);
    CHECK_FALSE(header.fortran_order);
    CHECK_FALSE(header.big_endian);
  }
  CHECK(shape_text(header_of(npy_of("|u1", "(3,)", "abc")).shape) == "(3,)");
  CHECK(shape_text(header_of(npy_of("|b1", "()", "a")).shape) == "()");
  CHECK(header_of(npy_of("|b1", "()", "a")).dtype() == "bool");
  CHECK(header_of(npy_of(">i8", "(1, 1L)", "12345678", true)).dtype() == "int64");
  CHECK(header_of(npy("{\"shape\":(2,),\"descr\":\"|i1\",\"fortran_order\":True}", "ab")).dtype() == "int8");
}

TEST_CASE("values come out as float32 with the last index fastest", "[npy]") {
  const std::string six("\1\2\3\4\5\6", 6);
  CHECK(floats_of(npy_of("|u1", "(2, 3)", six)) == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(floats_of(npy_of("|u1", "(2, 3)", six, true)) == std::vector<float>{1, 3, 5, 2, 4, 6});
  CHECK(floats_of(npy_of("|u1", "(6,)", six, true), 0.5) == std::vector<float>{0.5, 1, 1.5, 2, 2.5, 3});
  CHECK(floats_of(npy_of("|i1", "(2,)", "\xFF\x80")) == std::vector<float>{-1, -128});
  CHECK(floats_of(npy_of("<i2", "(1,)", "\xFE\xFF")) == std::vector<float>{-2});
  CHECK(floats_of(npy_of(">u2", "(1,)", std::string("\x01\x00", 2))) == std::vector<float>{256});
  CHECK(floats_of(npy_of("<f8", "()", little_endian(std::bit_cast<std::uint64_t>(-0.25), 8))) ==
        std::vector<float>{-0.25});
  CHECK(floats_of(npy_of("<f2", "(3,)", std::string("\x00\x3C\x01\x00\x00\xFC", 6))) ==
        std::vector<float>{1, std::ldexp(1.0F, -24), -INFINITY});
  const std::string nan = npy_of("<f4", "(1,)", little_endian(0x7FC00001, 4));
  CHECK(std::isnan(floats_of(nan)[0]));
  CHECK(std::bit_cast<std::uint32_t>(floats_of(nan)[0]) == 0x7FC00001);  // bytes that need no change get none
}

TEST_CASE("uint8 values come out as they are, other types are refused", "[npy]") {
  const auto bytes_of = [](const std::string& file) {
    const auto values = npy_as_uint8(header_of(file), file);
    return std::holds_alternative<std::string>(values) ? std::get<std::string>(values)
                                                       : std::get<Rejected>(values).reason;
  };
  CHECK(bytes_of(npy_of("|u1", "(2, 2)", "abcd")) == "abcd");
  CHECK(bytes_of(npy_of("|u1", "(2, 2)", "abcd", true)) == "acbd");
  CHECK(bytes_of(npy_of("|b1", "(2,)", std::string("\0\1", 2))) == std::string("\0\1", 2));
  CHECK(bytes_of(npy_of("|i1", "(1,)", "a")) == "NumPy array of int8, but raw-uint8 stores only uint8");
  CHECK(bytes_of(npy_of("<f4", "(1,)", "abcd")) == "NumPy array of float32, but raw-uint8 stores only uint8");
}

TEST_CASE("a value that float32 can't hold is reported", "[npy]") {
  const std::string file = npy_of("<f8", "(1,)", little_endian(std::bit_cast<std::uint64_t>(1e300), 8));
  const auto values = npy_as_float32(header_of(file), file);
  REQUIRE(std::holds_alternative<Rejected>(values));
  CHECK(std::get<Rejected>(values).reason == "NumPy array of float64 contains a value that float32 can't");
}

TEST_CASE("an array's size must agree with its shape and type", "[npy]") {
  CHECK(reason_of(npy_of("<f4", "(2,)", "1234567")) ==
        "NumPy array of shape (2,) and type float32 needs 8 bytes, the file has 7");
  CHECK(reason_of(npy_of("<f4", "(2,)", "123456789")) ==
        "NumPy array of shape (2,) and type float32 needs 8 bytes, the file has 9");
  CHECK_THAT(reason_of(npy_of("<f8", "(4294967296, 4294967296)", "x")),
             Catch::ContainsSubstring("needs too many bytes"));
  CHECK_THAT(reason_of(npy_of("<f8", "(18446744073709551615,)", "x")),
             Catch::ContainsSubstring("needs too many bytes"));
  CHECK(reason_of(npy_of("<f4", "(0, 3)", "")) == "NumPy array of shape (0, 3) contains no values");
}

TEST_CASE("what is no array of numbers is named", "[npy]") {
  CHECK(reason_of("GIF89a") == "not a NumPy array (.npy)");
  CHECK(reason_of("") == "not a NumPy array (.npy)");
  CHECK(reason_of(npy_of("|O", "(1,)", "x")) == "NumPy array of Python objects, not of numbers");
  CHECK(reason_of(npy_of("<U2", "(1,)", "xxxxxxxx")) == "NumPy array of text, not of numbers");
  CHECK(reason_of(npy_of("<c8", "(1,)", "xxxxxxxx")) == "NumPy array of complex numbers, not of numbers");
  CHECK(reason_of(npy_of("<M8[D]", "(1,)", "xxxxxxxx")) == "NumPy array of dates, not of numbers");
  CHECK(reason_of(npy_of("<f9", "(1,)", "xxxxxxxxx")) ==
        "NumPy array of values of type '<f9', not of numbers");
  CHECK(reason_of(npy_of("\x1B", "(1,)", "x")) == "NumPy array of values of type '\\x1B', not of numbers");
  CHECK(reason_of(npy("{'descr': [('a', '<f4', (2,)), ('b]', '<i4')], 'fortran_order': False, 'shape': (1,)}",
                      "x")) == "NumPy array of structured values, not of numbers");
}

TEST_CASE("a damaged header is refused", "[npy]") {
  const std::string dict = GENERATE(values<std::string>({
      "",
      "{",
      "{}",
      "{'descr': '<f4'}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1}",
      "'descr'",
      "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,)}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': 1}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x",
      "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'extra': 1}",
      "{'descr': [[[[, 'fortran_order': False, 'shape': (1,)}",
      "{'descr': '<f4, 'fortran_order': False, 'shape': (1,)}",
      "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999999,)}",
      "{'descr': '<f4' 'fortran_order': False, 'shape': (1,)}",
  }));
  CAPTURE(dict);
  CHECK(reason_of(npy(dict, "1234")) == "NumPy array with a damaged header");
}

TEST_CASE("a file cut anywhere is refused", "[npy]") {
  const std::string whole = npy_of("<f4", "(2,)", "12345678");
  REQUIRE(reason_of(whole).empty());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK_FALSE(reason_of(whole.substr(0, length)).empty());
  }
  std::string version = whole;
  version[6] = 4;
  CHECK(reason_of(version) == "NumPy array with a damaged header");
}
