// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/tfds_names.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("tfds: names of sets") {
  CHECK(problem_of_tfds_name("flowers_2").empty());
  for (const char* name : {"", "5flowers", "_f", "a-b", "a.b", "a:b", "a/b", "\xC3\xA9t\xC3\xA9"})
    CHECK(problem_of_tfds_name(name) == "must begin with a letter and contain only letters, digits and '_'");
}

TEST_CASE("tfds: names of splits, of which 'all' means all") {
  for (const char* name : {"train", "fold0", "a-b", "_a", "0x"}) CHECK(problem_of_tfds_split(name).empty());
  for (const char* name : {"all", "All", "ALL"})
    CHECK(problem_of_tfds_split(name) == "means all splits to TensorFlow Datasets");
  for (const char* name : {"a b", "a[1]", "a%", "a+b", "a:b", "a.b", "\xC3\xA9"})
    CHECK(problem_of_tfds_split(name) == "may contain only letters, digits, '_' and '-'");
  for (const char* name : {"_", "_-_"})
    CHECK(problem_of_tfds_split(name) == "must contain a letter or a digit");
}

TEST_CASE("tfds: names of features") {
  for (const char* name : {"image", "5x", "_x", "a b", "a-b"})
    CHECK(problem_of_tfds_feature(name, true).empty());
  CHECK(problem_of_tfds_feature("image/encoded", false) == "a '/' in its name parts nested features there");
  CHECK_FALSE(problem_of_tfds_feature(std::string(201, 'k'), false).empty());
  CHECK_FALSE(problem_of_tfds_feature("a\nb", true).empty());
  CHECK_FALSE(problem_of_tfds_feature(".x", true).empty());
  CHECK(problem_of_tfds_feature(".x", false).empty());
}

TEST_CASE("tfds: names of classes, which are stripped when they are read") {
  for (const char* name : {"rose", "a b", "\xC3\xA9t\xC3\xA9"}) CHECK(problem_of_tfds_class(name).empty());
  for (const char* name : {" rose", "rose ", " ", "\trose", "rose\xC2\xA0", "\xE3\x80\x80rose"})
    CHECK(problem_of_tfds_class(name) == "begins or ends with a blank, which is taken off there");
  CHECK(problem_of_tfds_class("\xFF") == "is not UTF-8");
}
