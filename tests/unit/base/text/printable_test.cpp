// SPDX-License-Identifier: Apache-2.0
#include "base/text/printable.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Ordinary text stays as it is") {
  for (const char* text : {"", "a1.jpg", "rosé 玫瑰 🌹", "C:\\dir", "100% {} %s"})
    CHECK(printable(text) == text);
}

TEST_CASE("What could act on a terminal or hide itself is escaped") {
  CHECK(printable("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(printable("\x1b[31mred") == "\\x1B[31mred");
  CHECK(printable(std::string("\0\x7f", 2)) == "\\x00\\x7F");
  CHECK(printable("\xc2\x9b") == "\\u{9B}");
  CHECK(printable("a\xe2\x80\xae"
                  "b") == "a\\u{202E}b");
  CHECK(printable("\xe2\x80\x8b") == "\\u{200B}");
  CHECK(printable("\xef\xbb\xbf") == "\\u{FEFF}");
}

TEST_CASE("Bytes that are no UTF-8 are escaped one by one") {
  CHECK(printable("\xff") == "\\xFF");
  CHECK(printable("\xc3") == "\\xC3");
  CHECK(printable("\xc0\xaf") == "\\xC0\\xAF");                    // overlong '/'
  CHECK(printable("\xed\xa0\x80") == "\\xED\\xA0\\x80");           // a surrogate
  CHECK(printable("\xf4\x90\x80\x80") == "\\xF4\\x90\\x80\\x80");  // beyond U+10FFFF
  CHECK(printable("\xe2\x82z") == "\\xE2\\x82z");
}

TEST_CASE("An excerpt is cut by characters") {
  CHECK(printable_excerpt("abcdef", 3) == "abc…");
  CHECK(printable_excerpt("abc", 3) == "abc");
  CHECK(printable_excerpt("ééé", 2) == "éé…");
}
