// SPDX-License-Identifier: Apache-2.0
#include "shards/missing_shards.hpp"

#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// What is reported as missing of files with these names, as "NAME MESSAGE", where `given` were asked for.
Words missing_of(const Words& names, const Words& given, bool from_folder) {
  const ScratchFolder scratch;
  for (const std::string& name : names) scratch.write(name, "");
  FoundShards found;
  for (const std::string& name : given) {
    found.shards.push_back({scratch / name, {}, {}, from_folder, name});
  }
  Words lines;
  for (const MissingShard& shard : missing_shards(found)) {
    CHECK(shard.from_folder == from_folder);
    lines.push_back(shard.path.filename().string() + " " + shard.message + (shard.is_certain ? "!" : ""));
  }
  return lines;
}

Words missing_in_folder(const Words& names) {
  return missing_of(names, names, true);
}

}  // namespace

TEST_CASE("Of names with their number of shards, all are wanted, from 0 or from 1 on") {
  CHECK(missing_in_folder({"a-0-of-2.tfrec", "a-1-of-2.tfrec"}).empty());
  CHECK(missing_in_folder({"a-1-of-2.tfrec", "a-2-of-2.tfrec"}).empty());
  CHECK(missing_in_folder({"a-00000-of-00003", "a-00002-of-00003"}) ==
        Words{"a-00001-of-00003 is missing; the folder contains 2 of 3 shards!"});
  CHECK(missing_in_folder({"a-2-of-3.tfrec.gz", "a-3-of-3.tfrec"}) ==
        Words{"a-1-of-3.tfrec is missing; the folder contains 2 of 3 shards!"});
  CHECK(missing_in_folder({"a-4-of-3.tfrec"}).empty());
  CHECK(missing_in_folder({"a-0-of-3.tfrec", "a-3-of-3.tfrec"}).empty());
}

TEST_CASE("Of other numbers those between 0 or 1 and the last are wanted, for years begin elsewhere") {
  CHECK(
      missing_in_folder({"train00-20.tfrec", "train03-20.tfrec"}) ==
      Words{
          "train01-*.tfrec is missing between train00-20.tfrec and train03-20.tfrec; 2 shards are missing in "
          "all"});
  CHECK(missing_in_folder({"train01.tfrec", "train03.tfrec"}) ==
        Words{"train02.tfrec is missing between train01.tfrec and train03.tfrec"});
  CHECK(missing_in_folder({"birds2019.tfrec", "birds2021.tfrec"}).empty());
  CHECK(missing_in_folder({"train00.tfrec", "other02.tfrec", "train0003.tfrec"}).empty());
}

TEST_CASE("A shard that was not asked for is not missing, and one path alone asks for no other") {
  const Words all{"a-0-of-3.tfrec", "a-1-of-3.tfrec", "a-2-of-3.tfrec"};
  CHECK(missing_of(all, {all[0], all[2]}, false).empty());
  CHECK(missing_of({all[0], all[2]}, {all[0], all[2]}, false).size() == 1);
  CHECK(missing_of({all[0]}, {all[0]}, false).empty());
  CHECK(missing_of({all[0]}, {all[0]}, true).size() == 1);
}

TEST_CASE("A series whose manifest lists its shards is left to the manifest") {
  const ScratchFolder scratch;
  FoundShards found;
  found.shards.push_back({scratch.write("a-0-of-3.tfrec", ""), 0, 0, true, "a-0-of-3.tfrec"});
  CHECK(missing_shards(found).empty());
  found.shards[0].entry.reset();
  CHECK(missing_shards(found).size() == 1);
}
