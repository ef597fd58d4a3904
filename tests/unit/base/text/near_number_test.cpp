// SPDX-License-Identifier: Apache-2.0
#include "base/text/near_number.hpp"

#include <string>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

std::string what(const std::string& text) {
  const auto near = near_number(text);
  return near ? std::string(near->what) : std::string();
}

}  // namespace

TEST_CASE("Texts that are nearly numbers are reported apart", "[number]") {
  for (const char* text : {"0,5", "-1,25", "+3,0", ",5", "1,234", "1,5e3"})
    CHECK(what(text) == "has a decimal comma");
  for (const char* text : {"1,234,567", "1 234", "-12'345", "1.234.567", "1.234,5", "1,234,567.8", "12 345,6",
                           "1_000", "-1_234_567", "1\u00a0234", "1\u202f234\u202f567,5", "\u22121\u2009234"})
    CHECK(what(text) == "has separators of thousands");
  for (const char* text : {"12%", "0.5 %"}) CHECK(what(text) == "has a percent sign");
  for (const char* text : {"\u22125", "\u22120.5"}) CHECK(what(text) == "has a typographic minus sign");
  for (const char* text : {"\u22120,5"}) CHECK(what(text) == "has a decimal comma");
  for (const char* text : {" 7", "1.5 ", "\t3", "\u00a07", "7\u202f"})
    CHECK(what(text) == "has blanks around it");
}

TEST_CASE("Numbers and other texts are not nearly numbers", "[number]") {
  for (const char* text :
       {"",         " ",      "7",    "-1.5e3", ".5", "rose",   "5 stars",  "1,2,3",  "1 2",     "2021-03-04",
        "10.0.0.1", "1,23,4", "1e3x", "-",      "+",  ",",      ".",        "%",      "nan",     "12'34",
        "1 2345",   "1,234,", "a,b",  "1_00",   "_1", "\u2212", "5\u22123", "\u00a0", "1\u00a02"})
    CHECK(what(text).empty());
}
