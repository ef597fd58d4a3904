// SPDX-License-Identifier: Apache-2.0
// Shards that a set should not have, or lacks: each command that reads a folder reports them.
#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/runs/reshard_runs.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const Words k_readers[] = {{"count", "in"},
                           {"inspect", "in"},
                           {"repair", "in", "-o", "repaired"},
                           {"reader", "in", "--framework", "tf"}};

}  // namespace

TEST_CASE("A shard that is there twice, compressed and plain, was read twice without a warning") {
  const ScratchFolder folder;
  folder.write("in/x-00000-of-00002", flower_shard(2));
  folder.write("in/x-00001-of-00002", flower_shard(3));
  folder.write("in/x-00001-of-00002.gz", gzipped(flower_shard(3)));
  const std::string twin =
      "in/x-00001-of-00002.gz: has the name of the same shard as x-00001-of-00002, which also exists\n";
  for (const Words& words : k_readers) {
    CAPTURE(words.front());
    CHECK_THAT(run_tfrec(words, in(folder)).err, Catch::Contains("tfrec: warning: " + twin));
  }
  const RunResult verified = run_tfrec({"verify", "in"}, in(folder));
  CHECK(verified.exit_code == 1);
  CHECK_THAT(verified.out, Catch::Contains(twin));
  check_error(reshard(folder, {"in", "-o", "out"}), 1,
              "tfrec: error: " + twin + "tfrec: hint: remove one, or name the shards to take\n");
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_CASE("Each of many copies of a shard was a warning of its own") {
  const ScratchFolder folder;
  for (const char* name : {"cats.tfrec", "cats (1).tfrec", "cats (2).tfrec", "cats (3).tfrec"})
    folder.write(std::string("in/") + name, flower_shard(2));
  const RunResult counted = run_tfrec({"count", "in"}, in(folder));
  CHECK(counted.exit_code == 0);
  CHECK_THAT(counted.err, Catch::Contains("has the name of the same shard as ") &&
                              Catch::Contains(", which also exists; 2 more shards are there twice\n"));
  CHECK(counted.err.find("same shard") == counted.err.rfind("same shard"));
}

TEST_CASE("Only verify reported shards that the manifest beside them does not list") {
  const ScratchFolder folder;
  folder.write("in/f00-3.tfrec", flower_shard(3));
  write_manifest(folder, "in", set_of_three({"a", "b", "c"}));
  folder.write("in/g00-2.tfrec", flower_shard(2));
  for (const Words& words : k_readers) {
    CAPTURE(words.front());
    CHECK_THAT(
        run_tfrec(words, in(folder)).err,
        Catch::Contains("tfrec: warning: in/g00-2.tfrec: is in a set's folder, but not in its manifest\n"));
  }
  folder.write("in/g01-2.tfrec", flower_shard(2));
  CHECK_THAT(reshard(folder, {"in", "-o", "out"}).err,
             Catch::Contains("tfrec: warning: 2 shards are in a set's folder, but not in its manifest, first "
                             "in/g00-2.tfrec\n"));
}

TEST_CASE("verify found a set good with a shard of another set in one of its split folders") {
  const BuildScene scene({"--name", "f"});
  scene.images(8);
  scene.report({"--split", "train=0.5,val=0.5"});
  scene.scratch.write("out/val/leak-2.tfrec", flower_shard(2));
  const RunResult verified = scene.run({"verify", "out"});
  CHECK(verified.exit_code == 1);
  CHECK_THAT(verified.out,
             ContainsSubstring("out/val/leak-2.tfrec: is in a set's folder, but not in its manifest\n"));
}

TEST_CASE("inspect, extract and reader were silent about a missing shard of the manifest") {
  const BuildScene scene({"--name", "f"});
  scene.images(4);
  scene.report({"--shards", "4"}, "four");
  for (const char* name : {"f01-1.tfrec", "f03-1.tfrec"}) fs::remove(scene.scratch / "four" / name);
  CHECK_THAT(
      scene.run({"inspect", "four"}).err,
      ContainsSubstring("four/f01-1.tfrec: is in the manifest with 1 record, but missing; 2 shards are "
                        "missing in all\n"));
  scene.report({"--shards", "2"});
  fs::remove(scene.scratch / "out/f01-2.tfrec");
  for (const Words& command : {Words{"inspect", "out"}, Words{"extract", "out", "-o", "x"},
                               Words{"reader", "out", "--framework", "tf"}}) {
    const RunResult result = scene.run(command);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err,
               ContainsSubstring("tfrec: warning: out/f01-2.tfrec: is in the manifest with 2 records, "
                                 "but missing\n"));
  }
}
