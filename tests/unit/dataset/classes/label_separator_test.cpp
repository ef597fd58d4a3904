// SPDX-License-Identifier: Apache-2.0
#include "dataset/classes/label_separator.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;
using Cells = std::vector<std::string>;

TEST_CASE("Several labels in a cell are found by their separator") {
  CHECK(likely_separator(Cells{"a b c", "a", "b c", "c", "a c"}) == ' ');
  CHECK(likely_separator(Cells{"5", "1 2 0", "16 0", "0", "1 2", "5 16", "1", "2 5"}) == ' ');
  CHECK(likely_separator(Cells{"sea;sun", "sun", "", "sea", "sea;fog", "fog"}) == ';');
  CHECK(likely_separator(Cells{"cat|indoor", "dog|outdoor", "cat|outdoor", "dog|indoor"}) == '|');
  CHECK(likely_separator(Cells{"red, round", "red", "round", "blue, round", "blue, red", "blue"}) == ',');
}

TEST_CASE("Where several labels are asked for, less shows what separates them") {
  const Cells weather{"fog rain", "rain", "sun", "sun wind", "rain"};
  CHECK_FALSE(likely_separator(weather));
  CHECK(likely_separator(weather, Expected::several_labels) == ' ');
  CHECK_FALSE(likely_separator(Cells{"rain", "sun", "rain"}, Expected::several_labels));
  CHECK_FALSE(likely_separator(Cells{"red fox", "brown bear", "red fox"}, Expected::several_labels));
}

TEST_CASE("Labels between '/', '+' or '&' were taken for single labels") {
  for (const char separator : {'/', '+', '&'}) {
    const std::string s(1, separator);
    const Cells cells{"bird" + s + "day",     "bird",  "day",
                      "night " + s + " bird", "night", "night" + s + "day"};
    CHECK(likely_separator(cells) == separator);
    CHECK(likely_separator(cells, Expected::several_labels) == separator);
  }
  const Cells folders{"animal/cat", "animal/dog", "plant/rose", "animal/cat", "plant/rose", "plant/tulip"};
  CHECK_FALSE(likely_separator(folders));
  CHECK_FALSE(likely_separator(folders, Expected::several_labels));
  CHECK_FALSE(likely_separator(Cells{"black & white", "colour", "black & white", "colour"}));
  CHECK_FALSE(likely_separator(Cells{"2024/01/02", "2024/01/03", "2024/02/02", "2024/02/03"}));
}

TEST_CASE("Names, sentences and files are not several labels") {
  CHECK_FALSE(likely_separator(Cells{}));
  CHECK_FALSE(likely_separator(Cells{"rose", "tulip", "rose", "daisy", "tulip"}));
  CHECK_FALSE(likely_separator(Cells{"golden retriever", "labrador retriever", "red fox", "arctic fox",
                                     "golden retriever", "red fox"}));
  CHECK_FALSE(likely_separator(Cells{"a dog runs on grass", "two dogs play", "a cat sleeps", "the cat eats",
                                     "a dog sleeps", "a cat plays on the grass"}));
  CHECK_FALSE(likely_separator(Cells{"red car", "blue car", "red bus", "blue bus", "red car", "blue bus"}));
  CHECK_FALSE(likely_separator(Cells{"Paris, France", "Lyon, France", "Rome, Italy", "Paris, France"}));
  CHECK_FALSE(likely_separator(Cells{"a.jpg;b.jpg", "a.jpg", "b.jpg;a.jpg", "b.jpg", "a.jpg"}));
  CHECK_FALSE(likely_separator(Cells{"img 1.jpg", "img 2.jpg", "img 3.jpg", "img 4.jpg"}));
  CHECK_FALSE(
      likely_separator(Cells{"10 20 30 40", "10 20 50 60", "30 40 10 20", "50 60 30 40", "10 40 20 30"}));
  CHECK_FALSE(likely_separator(
      Cells{"2024-01-01 10:00", "2024-01-01 11:00", "2024-01-02 10:00", "2024-01-02 11:00"}));
  CHECK_FALSE(likely_separator(Cells{"1 3 10 5", "1 3", "2 1 3 1", "10 5 1 3 2 2"}));  // runs of a mask
  CHECK_FALSE(likely_separator(Cells{"[1, 2]", "[2]", "[1]", "[1, 3]", "[3]", "[2, 3]", "[1, 2, 3]"}));
  CHECK_FALSE(likely_separator(Cells{"Smith; see notes", "none", "Jones; blurred image", "ok", "ok"}));
}
