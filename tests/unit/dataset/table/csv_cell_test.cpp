// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/csv_cell.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("csv_quoted quotes what needs it") {
  CHECK(csv_quoted("plain text") == "plain text");
  CHECK(csv_quoted("").empty());
  CHECK(csv_quoted("a,b") == "\"a,b\"");
  CHECK(csv_quoted("a;b") == "\"a;b\"");
  CHECK(csv_quoted("a\tb") == "\"a\tb\"");
  CHECK(csv_quoted("say \"hi\"") == "\"say \"\"hi\"\"\"");
  CHECK(csv_quoted("a\nb") == "\"a\nb\"");
  CHECK(csv_quoted("a\rb") == "\"a\rb\"");
  CHECK(csv_quoted(" a") == "\" a\"");
}

TEST_CASE("neutralised: formulas get an apostrophe, numbers stay numbers") {
  for (const char* formula :
       {"=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-", "--1", "+1-1"}) {
    CHECK(neutralised(formula) == "'" + std::string(formula));
  }
  CHECK(csv_cell("=a,b") == "\"'=a,b\"");
  for (const char* plain : {"", "a=b", "-1", "+1.5e3", "-.5", "rose", " =1", "'", "''", "'a=1", "'5"})
    CHECK(neutralised(plain) == plain);
}

TEST_CASE("neutralised: a text that begins with ' and a formula sign is taken for a neutralised one") {
  CHECK(neutralised("'=1") == "''=1");
  CHECK(neutralised("''-5") == "'''-5");
  for (const char* text :
       {"", "'", "=1", "'=1", "''=1", "-ve", "+", "-5", "'-5", "''-5", "-inf", "'\t", "'a", "rose"})
    CHECK(restored(neutralised(text)) == text);
}
