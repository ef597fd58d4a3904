// SPDX-License-Identifier: Apache-2.0
#include "shards/extra_shards.hpp"

#include "support/catch.hpp"
#include "support/layout_table.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;

namespace {

using Names = std::vector<std::string>;

/// The shards that a folder of these files contains twice: "NAME: MESSAGE".
Names twins_in(const Names& files) {
  const test::ScratchFolder folder;
  for (const std::string& file : files) folder.write(file, "");
  test::Listener listener;
  Names twins;
  const FoundShards found = find_shards(Names{folder.path().string()}, listener);
  for (const TwinShard& twin : twin_shards(found)) {
    CHECK(twin.from_folder);
    CHECK(twin.path.parent_path() == folder.path());
    twins.push_back(twin.path.filename().string() + ": " + twin.message);
  }
  listener.printed.clear();
  warn_of_extra_shards(found, listener);
  CHECK(listener.printed.empty() == twins.empty());
  if (twins.size() == 1) CHECK(listener.printed.ends_with(twins.front() + "\n"));
  if (twins.size() == 2) CHECK(listener.printed.ends_with("; 1 more shard is there twice\n"));
  return twins;
}

std::string is_also(const std::string& name) {
  return "has the name of the same shard as " + name + ", which also exists";
}

}  // namespace

TEST_CASE("Two files of one shard: with another count, compressed, or copied") {
  CHECK(twins_in({"a00-5.tfrec", "a00-6.tfrec"}) == Names{"a00-6.tfrec: " + is_also("a00-5.tfrec")});
  CHECK(twins_in({"x-00000-of-00001", "x-00000-of-00001.gz"}) ==
        Names{"x-00000-of-00001.gz: " + is_also("x-00000-of-00001")});
  CHECK(twins_in({"a (1).tfrec", "a.tfrec"}).size() == 1);
  CHECK(twins_in({"a00-5.tfrec", "a00-6.tfrec", "a01-5.tfrec", "a01-7.tfrec"}).size() == 2);
}

TEST_CASE("Different shards are not twins") {
  CHECK(twins_in({"a00-5.tfrec", "a01-5.tfrec", "b00-5.tfrec"}).empty());
  CHECK(twins_in({"x-00000-of-00002", "x-00001-of-00002"}).empty());
}
