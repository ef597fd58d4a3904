// SPDX-License-Identifier: Apache-2.0
#include "shards/missing_shards.hpp"

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;

namespace {

using Names = std::vector<std::string>;

/// What is missing in a folder of these files: "NAME: MESSAGE".
Names missing_in(const Names& files) {
  const test::ScratchFolder folder;
  for (const std::string& file : files) folder.write(file, "");
  Observer quiet;
  Names missing;
  for (const MissingShard& shard : missing_shards(find_shards(Names{folder.path().string()}, quiet))) {
    CHECK(shard.from_folder);
    CHECK(shard.path.parent_path() == folder.path());
    CHECK(shard.is_certain == (shard.path.string().find("-of-") != std::string::npos));
    missing.push_back(shard.path.filename().string() + ": " + shard.message);
  }
  return missing;
}

}  // namespace

TEST_CASE("Of shards that state how many they are, the first that is missing is named") {
  CHECK(missing_in({"x-00000-of-00003", "x-00002-of-00003"}) ==
        Names{"x-00001-of-00003: is missing; the folder contains 2 of 3 shards"});
  CHECK(missing_in({"x-00001-of-00002"}) ==
        Names{"x-00000-of-00002: is missing; the folder contains 1 of 2 shards"});
  CHECK(missing_in({"x-00000-of-00002", "x-00001-of-00002"}).empty());
  CHECK(missing_in({"x-3-of-4.tfrecord", "x-0-of-4.tfrecord", "x-1-of-4.tfrecord"}) ==
        Names{"x-2-of-4.tfrecord: is missing; the folder contains 3 of 4 shards"});
}

TEST_CASE("A missing shard is named as the others are: by their digits and extension") {
  CHECK(missing_in({"x-00000-of-00002.tfrecord.gz"}) ==
        Names{"x-00001-of-00002.tfrecord.gz: is missing; the folder contains 1 of 2 shards"});
  CHECK(missing_in({"x-9-of-12.tfrec", "x-10-of-12.tfrec"}) ==
        Names{"x-0-of-12.tfrec: is missing; the folder contains 2 of 12 shards"});
  CHECK(missing_in({"t000-5.tfrec.gz", "t002-5.tfrec.gz"}) ==
        Names{"t001-*.tfrec.gz: is missing between t000-5.tfrec.gz and t002-5.tfrec.gz"});
}

TEST_CASE("Shards that are counted from 1 are as many as they state") {
  CHECK(missing_in({"f01-5.tfrec", "f02-5.tfrec", "f03-5.tfrec"}).empty());
  CHECK(missing_in({"x-00001-of-00002", "x-00002-of-00002"}).empty());
  CHECK(missing_in({"x-00001-of-00003", "x-00003-of-00003"}) ==
        Names{"x-00002-of-00003: is missing; the folder contains 2 of 3 shards"});
  CHECK(missing_in({"x-00002-of-00002"}) ==
        Names{"x-00001-of-00002: is missing; the folder contains 1 of 2 shards"});
}

TEST_CASE("A number beyond the stated number of shards hid a missing shard") {
  CHECK(missing_in({"x-00000-of-00003", "x-00001-of-00003", "x-00007-of-00003"}) ==
        Names{"x-00002-of-00003: is missing; the folder contains 2 of 3 shards; x-00007-of-00003 has a "
              "number that 3 shards do not have"});
  CHECK(missing_in({"x-00000-of-00003", "x-00003-of-00003"}) ==
        Names{"x-00001-of-00003: is missing; the folder contains 1 of 3 shards; x-00003-of-00003 has a "
              "number that 3 shards do not have"});
  CHECK(missing_in({"x-00000-of-00002", "x-00001-of-00002", "x-00007-of-00002"}).empty());
  CHECK(missing_in({"x-00007-of-00002"}).empty());  // what the numbers mean is not known
}

TEST_CASE("A gap between numbers is one where these begin with 0 or 1") {
  CHECK(missing_in({"t00-5.tfrec", "t02-5.tfrec"}) ==
        Names{"t01-*.tfrec: is missing between t00-5.tfrec and t02-5.tfrec"});
  CHECK(missing_in({"t01-5.tfrec", "t02-5.tfrec", "t05-5.tfrec", "t07-5.tfrec"}) ==
        Names{"t03-*.tfrec: is missing between t02-5.tfrec and t05-5.tfrec; 3 shards are missing in all"});
  CHECK(missing_in({"t02-5.tfrec", "t04-5.tfrec"}).empty());
  CHECK(missing_in({"t00-5.tfrec", "t01-5.tfrec", "t02-4.tfrec"}).empty());
  CHECK(missing_in({"d-00000.tfrecord", "d-00002.tfrecord"}) ==
        Names{"d-00001.tfrecord: is missing between d-00000.tfrecord and d-00002.tfrecord"});
}

TEST_CASE("Names of other digits, stems or folders are other series, compressed shards are not") {
  CHECK(missing_in({"t00-5.tfrec", "v02-5.tfrec", "t002-5.tfrec"}).empty());
  CHECK(missing_in({"x-00000-of-00003.tfrecord.gz", "x-00001-of-00003.tfrecord", "x-00002-of-00003.tfrecord"})
            .empty());
  CHECK(missing_in({"x-00000-of-00002.tfrecord", "x-00001-of-00002.tfrec"}).size() == 2);
}

TEST_CASE("A file that was not asked for is there, and a single one does not make the others wanted") {
  const test::ScratchFolder folder;
  for (const char* file : {"x-00000-of-00004", "x-00001-of-00004", "x-00002-of-00004"})
    folder.write(file, "");
  const auto missing_of = [&](const Names& files) {
    Names paths;
    for (const std::string& file : files) paths.push_back((folder / file).string());
    Observer quiet;
    return missing_shards(find_shards(paths, quiet));
  };
  CHECK(missing_of({"x-00000-of-00004"}).empty());
  const auto missing = missing_of({"x-00000-of-00004", "x-00002-of-00004"});
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].path == folder / "x-00003-of-00004");
  CHECK(missing[0].message == "is missing; the folder contains 3 of 4 shards");
  CHECK_FALSE(missing[0].from_folder);
  folder.write("x-00003-of-00004", "");
  CHECK(missing_of({"x-00000-of-00004", "x-00002-of-00004"}).empty());
}

TEST_CASE("Shards of a manifest are judged by it, not by their names") {
  const test::ScratchFolder folder;
  Manifest set;
  for (const char* file : {"x-00000-of-00003", "x-00002-of-00003"}) {
    folder.write(file, "");
    set.shards.push_back({file, "", "", 1, 10, 0, ""});
  }
  folder.write("manifest.json", manifest_json(set));
  Observer quiet;
  CHECK(missing_shards(find_shards(Names{folder.path().string()}, quiet)).empty());
}

TEST_CASE("All missing shards are warned of, or only gaps that may be meant") {
  struct Warnings : Observer {
    void warning(const std::string& text) override { all.push_back(text); }
    Names all;
  };
  const test::ScratchFolder folder;
  for (const char* file : {"t00-5.tfrec", "t02-5.tfrec", "x-00001-of-00002"}) folder.write(file, "");
  Observer quiet;
  const FoundShards found = find_shards(Names{folder.path().string()}, quiet);
  const std::string gap =
      (folder / "t01-*.tfrec").string() + ": is missing between t00-5.tfrec and t02-5.tfrec";
  Warnings all;
  warn_of_missing_shards(found, all);
  CHECK(all.all == Names{gap, (folder / "x-00000-of-00002").string() +
                                  ": is missing; the folder contains 1 of 2 shards"});
  Warnings gaps;
  warn_of_gaps(found, gaps);
  CHECK(gaps.all == Names{gap});
}

TEST_CASE("A second download of a shard was taken for a series of its own") {
  CHECK(missing_in({"x-0-of-2.tfrec", "x-1-of-2.tfrec", "x-1-of-2 (1).tfrec"}).empty());
  CHECK(missing_in({"x-0-of-3.tfrec", "x-1-of-3 (1).tfrec"}) ==
        Names{"x-2-of-3.tfrec: is missing; the folder contains 2 of 3 shards"});
}
