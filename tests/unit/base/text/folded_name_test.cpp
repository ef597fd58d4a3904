// SPDX-License-Identifier: Apache-2.0
#include "base/text/folded_name.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Names that are one file on some systems fold to the same") {
  CHECK(folded_name("a/B.JPG") == folded_name("A/b.jpg"));
  CHECK(folded_name("caf\u00e9") == folded_name("cafe\u0301"));  // composed, decomposed
  CHECK(folded_name("CAF\u00c9") == folded_name("cafe\u0301"));
  CHECK(folded_name("\u0394\u03a3") == folded_name("\u03b4\u03c2"));   // the final sigma
  CHECK(folded_name("\u1ea4") == folded_name("a\u0302\u0301"));        // two marks
  CHECK(folded_name("\u1ea1\u0302") == folded_name("a\u0302\u0323"));  // in another order
  CHECK(folded_name("\ud55c\uae00") == folded_name("\u1112\u1161\u11ab\u1100\u1173\u11af"));
  CHECK(folded_name("\u212b") == folded_name("\u00e5"));  // the unit and the letter
}

TEST_CASE("Names of different files fold to different keys") {
  CHECK(folded_name("cafe") != folded_name("caf\u00e9"));
  CHECK(folded_name("\u56fe\u4e00") != folded_name("\u56fe\u4e8c"));
  CHECK(folded_name("a-2") != folded_name("a_2"));
  CHECK(folded_name("\U0001F339") != folded_name("\U0001F33B"));
  CHECK(folded_name("") != folded_name("a"));
}
