// SPDX-License-Identifier: Apache-2.0
#include "base/text/utf8.hpp"

#include <string>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// "61 e9 !ff": codes in hex, '!' before bytes that are not UTF-8.
std::string codes_of(std::string_view text) {
  constexpr const char* k_digits = "0123456789abcdef";
  std::string codes;
  for (const Utf8Character& character : Utf8Characters(text)) {
    codes += codes.empty() ? "" : " ";
    codes += character.is_valid ? "" : "!";
    std::string digits;
    for (char32_t rest = character.code; rest > 0; rest /= 16) digits.insert(0, 1, k_digits[rest % 16]);
    codes += digits;
  }
  return codes;
}

}  // namespace

TEST_CASE("The characters of a text come in order, invalid bytes one by one") {
  CHECK(codes_of("").empty());
  CHECK(codes_of("a\u00e9\u20ac\U0001F339") == "61 e9 20ac 1f339");
  CHECK(codes_of("a\xFFz") == "61 !ff 7a");
  CHECK(codes_of("\xC0\xAF") == "!c0 !af");                  // overlong
  CHECK(codes_of("\xED\xA0\x80") == "!ed !a0 !80");          // a surrogate
  CHECK(codes_of("\xF4\x90\x80\x80") == "!f4 !90 !80 !80");  // beyond Unicode
  CHECK(codes_of("\xE2\x82") == "!e2 !82");                  // cut
}

TEST_CASE("A text is UTF-8 if all its characters are") {
  CHECK(is_utf8("caf\u00e9"));
  CHECK(is_utf8(std::string_view("a\0b", 3)));
  CHECK_FALSE(is_utf8("caf\xE9"));
}
