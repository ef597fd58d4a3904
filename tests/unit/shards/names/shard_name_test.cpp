// SPDX-License-Identifier: Apache-2.0
#include "shards/names/shard_name.hpp"

#include <limits>

#include "shards/names/set_names.hpp"
#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("The count in a shard's name") {
  CHECK(count_in_name("flowers00-230.tfrec") == 230);
  CHECK(count_in_name("flowers00-0.tfrec") == 0);
  CHECK_FALSE(count_in_name("flowers00-07.tfrec"));
  CHECK(count_in_name("flowers00-230.t") == 230);
  CHECK(count_in_name("00-224x224-798.tfrec") == 798);
  CHECK(count_in_name("ld_train07-1338.tfrecord.gz") == 1338);
  CHECK(count_in_name("set-2-00-18446744073709551615.tfrec") == UINT64_MAX);
}

TEST_CASE("A count in a name that does not fit 64 bits is a count that no file holds") {
  for (const char* name : {"a0-18446744073709551616.tfrec", "a0-99999999999999999999999.tfrec"}) {
    INFO(name);
    CHECK(count_in_name(name) == UINT64_MAX);
    CHECK(name_without_count(name) == "a0.tfrec");
    CHECK(name_with_count(name, 7) == "a0-7.tfrec");
  }
  CHECK(count_text_in_name("a0-18446744073709551616.tfrec") == "18446744073709551616 records");
  CHECK(count_text_in_name("a0-1.tfrec") == "1 record");
}

TEST_CASE("Names that carry no count") {
  for (const char* name :
       {"x-train.tfrecord-00000-of-00005", "train-00001.tfrecord", "train-1.tfrecord", "train.tfrec",
        "flowers00-.tfrec", "flowers00-230", "flowers00-230.", "model3-1.2.tfrec", "0-007.tfrec", "-5.tfrec",
        "", "-", "a0-+5.tfrec", "a0- 5.tfrec", "shard1-5of10.tfrec"}) {
    INFO(name);
    CHECK_FALSE(count_in_name(name));
  }
}

TEST_CASE("Every name the tool gives carries its count") {
  for (const char* name : {"flowers", "set2", "a-b", "train_224x224", "x.y"}) {
    for (const std::uint64_t records : {0ULL, 1ULL, 10ULL, 123456789ULL}) {
      const std::string file = counted_shard_name(name, 3, 12, records);
      INFO(file);
      CHECK(count_in_name(file) == records);
      CHECK(has_shard_name(file));
    }
  }
}

TEST_CASE("A name without its count") {
  CHECK(name_without_count("flowers00-230.tfrec") == "flowers00.tfrec");
  CHECK(name_without_count("00-224x224-798.tfrec.gz") == "00-224x224.tfrec.gz");
  CHECK(name_without_count("x.y0-5.tfrec") == "x.y0.tfrec");
  CHECK(name_without_count("train-1.tfrecord") == "train-1.tfrecord");
  CHECK(name_without_count("x-00000-of-00001") == "x-00000-of-00001");
}

TEST_CASE("Names of shards") {
  for (const char* name :
       {"a.tfrec", "a.tfrecord", "a.tfrecords", "A.TFREC", "a.record", "a.tfrec.gz", "a.TFRecord.GZ",
        "a.tfrecords.gz", "a.record.gz", "x-00000-of-00005", "x-100000-of-100001", "x-00000-of-00005.gz"}) {
    INFO(name);
    CHECK(has_shard_name(name));
  }
  for (const char* name :
       {".tfrec", ".record", "a.gz", "a.csv.gz", ".tfrec.gz", "a.tfrecx", "a.jpg", "x-0000-of-00005",
        "x-00000-of-5", "x-0000-of-0005.gz", "00000-of-00005", "manifest.json", ""}) {
    INFO(name);
    CHECK_FALSE(has_shard_name(name));
  }
}

TEST_CASE("A name with another count") {
  CHECK(name_with_count("flowers00-230.tfrec", 7) == "flowers00-7.tfrec");
  CHECK(name_with_count("a-1-2.tfrec.gz", 30) == "a-1-30.tfrec.gz");
  CHECK(name_with_count("train.tfrec", 7) == "train.tfrec");
}

TEST_CASE("A name without its extension") {
  CHECK(name_without_extension("a.TFRecords") == "a");
  CHECK(name_without_extension("a.tfrec.tfrec") == "a.tfrec");
  for (const char* name : {".tfrec", "a.record", "a.tfrec.gz", "x-00000-of-00005"})
    CHECK(name_without_extension(name) == name);
}

TEST_CASE("The number before a count") {
  const auto number = number_before_count("train03-20.tfrec.gz");
  REQUIRE(number);
  CHECK(number->stem == "train");
  CHECK(number->index == 3);
  CHECK(number->digits == 2);
  CHECK(number->extension == ".tfrec.gz");
  CHECK_FALSE(number_before_count("train03.tfrec"));
}

TEST_CASE("The number at the end of a name") {
  const auto number = number_at_end("data-00003.tfrecord.gz");
  REQUIRE(number);
  CHECK(number->stem == "data-");
  CHECK(number->index == 3);
  CHECK(number->digits == 5);
  CHECK(number->extension == ".tfrecord.gz");
  CHECK(number_at_end("a07.TFRecord")->index == 7);
  for (const char* name :
       {"data.tfrecord", "data-3.tfrecord", "data-03.txt", "data-03", "99999999999999999999.tfrec"})
    CHECK_FALSE(number_at_end(name));
}

TEST_CASE("The number in a shard's name") {
  const auto number = number_in_name("x-train.tfrecord-00003-of-00008");
  REQUIRE(number);
  CHECK(number->stem == "x-train.tfrecord");
  CHECK(number->index == 3);
  CHECK(number->shards == 8);
  CHECK(number->digits == 5);
  CHECK(number->extension.empty());
  CHECK(numbered_name(*number) == "x-train.tfrecord-00003-of-00008");
  CHECK(numbered_name({"y", 123456, 234567}) == "y-123456-of-234567");
  CHECK_FALSE(number_in_name("flowers00-230.tfrec"));
  for (const char* name : {"train-00001-of-00003.tfrecord", "train-1-of-3.TFRecord.gz",
                           "a-b-001-of-010.record", "data.tfrecord-00001-of-00005.gz"}) {
    const auto with_extension = number_in_name(name);
    INFO(name);
    REQUIRE(with_extension);
    CHECK(with_extension->index == 1);
    CHECK(numbered_name(*with_extension) == name);
  }
  for (const char* name :
       {"x-00000-of-00005.csv", "x-00000-of-00005.idx", "x-of-00005.tfrec", "x-1-of.tfrec"})
    CHECK_FALSE(number_in_name(name));
  const auto huge = number_in_name("x-00000-of-99999999999999999999999");
  REQUIRE(huge);  // a shard of a set that cannot be whole, as a count that fits no 64 bits is a wrong one
  CHECK(huge->shards == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("Files of one shard: without count, mark of a copy and compression their names are equal") {
  for (const char* name : {"a00-5.tfrec", "a00-6.tfrec", "a00-5.tfrec.gz", "a00-5 (1).tfrec", "a00.tfrec",
                           "a00-5 copy.tfrec", "a00-5 - Copy.tfrec", "a00-5 (12).tfrec.gz"}) {
    INFO(name);
    CHECK(name_of_shard(name) == "a00.tfrec");
  }
  CHECK(name_of_shard("x-00001-of-00004.gz") == "x-00001-of-00004");
  for (const char* copy : {"x-00001-of-00004 (1).gz", "x-00001-of-00004 (1)", "x-00001-of-00004 copy"}) {
    INFO(copy);
    CHECK(has_shard_name(copy));
    CHECK(name_of_shard(copy) == "x-00001-of-00004");
  }
  CHECK_FALSE(has_shard_name("photos (1)"));
  CHECK_FALSE(has_shard_name("photos (1).gz"));
  CHECK(name_of_shard("x-00001-of-00004 (1).tfrecord") == "x-00001-of-00004.tfrecord");
  CHECK(name_without_copy_mark("x-00001-of-00004 (1).tfrecord") == "x-00001-of-00004.tfrecord");
  for (const char* name : {"a(1).tfrec", "a (b).tfrec", "copy.tfrec", "(1).tfrec", ""}) {
    INFO(name);
    CHECK(name_without_copy_mark(name) == name);
  }
}
