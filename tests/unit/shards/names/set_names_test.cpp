// SPDX-License-Identifier: Apache-2.0
#include "shards/names/set_names.hpp"

#include <regex>

#include "base/error.hpp"
#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Shards are named with number and record count") {
  CHECK(counted_shard_name("flowers", 0, 3, 230) == "flowers00-230.tfrec");
  CHECK(counted_shard_name("flowers", 9, 10, 1) == "flowers09-1.tfrec");
  CHECK(counted_shard_name("flowers", 99, 100, 1) == "flowers99-1.tfrec");
  CHECK(counted_shard_name("flowers", 7, 101, 1) == "flowers007-1.tfrec");
  CHECK(counted_shard_name("set1", 0, 1, 5) == "set1-00-5.tfrec");
  CHECK(counted_shard_name("leaf", 0, 1, 5, ".tfrecord") == "leaf00-5.tfrecord");
}

TEST_CASE(
    "Shards for TensorFlow Datasets are named with their split, that of a set without splits is train") {
  CHECK(tfds_shard_name("flowers", "test", 3, 12) == "flowers-test.tfrecord-00003-of-00012");
  CHECK(tfds_shard_name("flowers", "", 0, 1) == "flowers-train.tfrecord-00000-of-00001");
}

TEST_CASE("A set has the name of its folder where that can be one") {
  CHECK(set_name_of_folder("/data/flowers") == "flowers");
  CHECK(set_name_of_folder("/data/flowers/") == "flowers");
  CHECK(set_name_of_folder("/data/flowers/x/../.") == "flowers");
  CHECK(set_name_of_folder("/data/.hidden") == "data");
  CHECK(set_name_of_folder("/") == "data");
  CHECK(set_name_of_folder(".") == std::filesystem::current_path().filename().string());
}

TEST_CASE("Readers that search for a count find the right one in every name that is allowed") {
  const std::regex pattern("-([0-9]*)\\.");
  for (const char* name :
       {"flowers", "set1", "v1.2", "a-b", "2024-01-02", "x-", "käse", "with space", "-x"}) {
    try {
      check_set_name(name);
    } catch (const Error&) {
      continue;
    }
    const std::string file = counted_shard_name(name, 3, 12, 230);
    std::smatch match;
    INFO(file);
    REQUIRE(std::regex_search(file, match, pattern));
    CHECK(match[1] == "230");
  }
}

TEST_CASE("Names that would fool readers or the file system are refused") {
  for (const char* name : {"", ".hidden", "-dash", "a/b", "a\nb", "a\x01", "v-1.2", "x-.y", "..", "\xff"}) {
    INFO(name);
    CHECK_THROWS_AS(check_set_name(name), Error);
  }
  CHECK_THROWS_AS(check_set_name(std::string(300, 'a')), Error);
  CHECK(problem_of_set_name("a/b") == "contains a '/'");
  CHECK(problem_of_set_name(std::string(180, 'a')).empty());
  CHECK_FALSE(problem_of_set_name(std::string(181, 'a')).empty());
  CHECK_NOTHROW(check_set_name("flowers"));
  CHECK_NOTHROW(check_set_name("v1.2"));
}

TEST_CASE("Extensions are a dot and a word, or several such") {
  for (const char* good : {".tfrec", ".tfrecords", ".record.v2", ".gz", ".x", ".r0.v2"})
    CHECK_NOTHROW(check_extension(good));
  CHECK_NOTHROW(check_extension("." + std::string(31, 'x')));
  CHECK_THROWS_AS(check_extension("." + std::string(32, 'x')), Error);
  for (const char* bad :
       {"", ".", "tfrecords", ".a/b", "..rec", ".rec.", ".1", ".v1.2", ".a-7.x", ".a b", ".\n"}) {
    INFO(bad);
    CHECK_THROWS_AS(check_extension(bad), Error);
  }
}

TEST_CASE("set_name_of_shard: what is left without number, count and extension") {
  CHECK(set_name_of_shard("flowers00-230.tfrec") == "flowers");
  CHECK(set_name_of_shard("flowers1-07-230.tfrec") == "flowers1");
  CHECK(set_name_of_shard("x-train.tfrecord-00000-of-00005") == "x-train");
  CHECK(set_name_of_shard("x_train_00000-of-00005.tfrecord") == "x_train");
  CHECK(set_name_of_shard("big.tfrecords") == "big");
  CHECK(set_name_of_shard("a_3.tfrec.gz") == "a");
  CHECK(set_name_of_shard("a-_-3.tfrec") == "a");
  CHECK(set_name_of_shard("00-5.tfrec").empty());
  CHECK(set_name_of_shard("-x.tfrec").empty());
}
