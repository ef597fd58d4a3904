// SPDX-License-Identifier: Apache-2.0
#include "base/names/folded_name.hpp"

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

TEST_CASE("Case is folded in full: sharp s, both sigmas, the Turkish capital with a dot") {
  CHECK(folded_name("Stra\u00dfe") == folded_name("STRASSE"));
  CHECK(folded_name("\u1e9e") == folded_name("\u00df"));
  CHECK(folded_name("\u039f\u03a3") == folded_name("\u03bf\u03c2"));
  CHECK(folded_name("\u03bf\u03c3") == folded_name("\u03bf\u03c2"));
  CHECK(folded_name("\u0130") == folded_name("i\u0307"));
  CHECK(folded_name("\u0130") != folded_name("i"));
}

TEST_CASE("Bytes that are not UTF-8 stay apart, and the text around them is folded") {
  CHECK(folded_name("A\xE9z") == folded_name("a\xE9Z"));
  CHECK(folded_name("a\xE9") != folded_name("a\xE8"));
  CHECK(folded_name("a\xE9") != folded_name("a\u00e9"));
}

TEST_CASE("A skeleton has no case, width, Latin or Greek accents, blanks, dashes and invisible characters") {
  for (const char* name : {"Sea Lion", "sea_lion", "SEA-LION", "sea\u3000lion", "sea\u200blion",
                           "s\u00e9a lion", "se\u0301a lion", "\uff53\uff45\uff41lion"}) {
    INFO(name);
    CHECK(name_skeleton(name) == "sealion");
  }
  CHECK(name_skeleton("\u0130zmir") == "izmir");
  CHECK(name_skeleton("Stra\u00dfe") == "strasse");
  CHECK(name_skeleton("\u0141\u00f3d\u017a \u00d8re") == "lodzore");
  CHECK(name_skeleton("\u038c\u03c3\u03bf\u03c2") == name_skeleton("\u03bf\u03c3\u03bf\u03c3"));
}

TEST_CASE("An accent that makes another letter stays in a skeleton") {
  CHECK(name_skeleton("\u043c\u043e\u0439") == name_skeleton("\u041c\u041e\u0418\u0306"));  // composed or not
  CHECK(name_skeleton("\u043c\u043e\u0439") != name_skeleton("\u043c\u043e\u0438"));
  CHECK(name_skeleton("\u304c") != name_skeleton("\u304b"));  // with and without a dakuten
  CHECK(name_skeleton("\xE9") != name_skeleton("\xE8"));
}

TEST_CASE("A combining accent is found") {
  CHECK(has_combining_accent("cafe\u0301"));
  CHECK_FALSE(has_combining_accent("caf\u00e9 \xCC"));
}

TEST_CASE("A long run of combining marks does not take quadratic time") {
  std::string text = "e";
  for (int i = 0; i < 60'000; ++i) text += "\u0301";
  for (int i = 0; i < 60'000; ++i) text += "\u0323";
  CHECK(folded_name(text) == text);  // minutes, were it mapped
  CHECK(name_skeleton(text).size() <= text.size());
}
