// SPDX-License-Identifier: Apache-2.0
#include "base/text/quantity.hpp"

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Sizes are parsed as people write them") {
  CHECK(parse_bytes("64MB") == 64'000'000U);
  CHECK(parse_bytes("64 mb") == 64'000'000U);
  CHECK(parse_bytes("1.5GiB") == 1'610'612'736U);
  CHECK(parse_bytes("4096") == 4096U);
  CHECK(parse_bytes("100k") == 100'000U);
  CHECK(parse_bytes("0") == 0U);
}

TEST_CASE("What is not a size is not parsed") {
  for (const char* text :
       {"", "MB", "-1", "-0", "1XB", "1e3", "nan", "inf", "12 MB x", "0x10", "99999999999TB"}) {
    INFO(text);
    CHECK_FALSE(parse_bytes(text).has_value());
  }
}

TEST_CASE("Sizes are shown with three digits") {
  CHECK(format_bytes(0) == "0 B");
  CHECK(format_bytes(999) == "999 B");
  CHECK(format_bytes(1000) == "1.00 kB");
  CHECK(format_bytes(61'234'567) == "61.2 MB");
  CHECK(format_bytes(999'600) == "1.00 MB");
  CHECK(format_bytes(123'456'789'000) == "123 GB");
}

TEST_CASE("Counts and durations") {
  CHECK(format_count(0) == "0");
  CHECK(format_count(999) == "999");
  CHECK(format_count(1234567) == "1,234,567");
  CHECK(counted(1, "row", "rows") == "1 row");
  CHECK(counted(2000, "row", "rows") == "2,000 rows");
  CHECK(format_duration(3.21) == "3.2 s");
  CHECK(format_duration(42) == "42 s");
  CHECK(format_duration(75.2) == "1 min 15 s");
  CHECK(format_duration(7260) == "2 h 1 min");
}
