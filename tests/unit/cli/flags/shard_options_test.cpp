// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "unit/cli/parsing.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

TEST_CASE("Options of shards get where they belong") {
  const BuildOptions none = build_options_of({});
  CHECK(none.extension == ".tfrec");
  CHECK(none.seed == 42);
  CHECK(none.shuffle);
  CHECK(none.compression == Compression::none);
  CHECK_FALSE(none.shards.shards);
  const BuildOptions options =
      build_options_of({"--shard-size", "48MiB", "--hosts", "4", "--seed", "0", "--no-shuffle", "--gzip",
                        "--name", "f", "--name-style", "tfds", "--extension", ".rec", "--memory", "64KiB"});
  CHECK(options.shards.shard_bytes == std::uint64_t{48} << 20U);
  CHECK(options.shards.hosts == 4U);
  CHECK(options.seed == 0);
  CHECK_FALSE(options.shuffle);
  CHECK(options.compression == Compression::gzip);
  CHECK(options.name == "f");
  CHECK(options.name_style == NameStyle::tfds);
  CHECK(options.extension == ".rec");
  CHECK(options.memory == std::uint64_t{64} << 10U);
}

TEST_CASE("How many shards is decided once") {
  CHECK(build_options_of({"--shards", "3"}).shards.shards == 3U);
  CHECK(build_options_of({"--records-per-shard", "7"}).shards.records_per_shard == 7U);
  CHECK_THAT(build_refusal({"--shards", "3", "--shard-size", "1MB"}),
             ContainsSubstring("--shards and --shard-size can't be used together"));
  CHECK_THAT(build_refusal({"--records-per-shard", "3", "--shard-size", "1MB"}),
             ContainsSubstring("--records-per-shard and --shard-size can't be used together"));
}

TEST_CASE("Numbers and sizes that can't be are refused") {
  for (const char* number : {"0", "-3", "two", "1.5", "9223372036854775808"}) {
    INFO(number);
    CHECK_THAT(build_refusal({std::string("--shards=") + number}),
               ContainsSubstring("is not a whole number of at least 1"));
  }
  CHECK_THAT(build_refusal({"--seed=-1"}), ContainsSubstring("'-1' is not a whole number of at least 0"));
  CHECK_THAT(build_refusal({"--hosts=1000001"}), ContainsSubstring("from 1 to 1000000"));
  for (const char* size : {"0", "big", "-1MB", "1XB"}) {
    INFO(size);
    CHECK_THAT(build_refusal({std::string("--shard-size=") + size}), ContainsSubstring("is not a size"));
    CHECK_THAT(build_refusal({std::string("--memory=") + size}), ContainsSubstring("is not a size"));
  }
}
