// SPDX-License-Identifier: Apache-2.0
// Shards that a set should not have: each command that reads a folder reports them.
#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/runs/reshard_runs.hpp"

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
      "in/x-00001-of-00002.gz: is the same shard of the set as x-00001-of-00002, which also exists\n";
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

TEST_CASE("Only verify reported shards that the manifest beside them does not list") {
  const ScratchFolder folder;
  folder.write("in/f00-3.tfrec", flower_shard(3));
  write_manifest(folder, "in", set_of_three({"a", "b", "c"}));
  folder.write("in/g00-2.tfrec", flower_shard(2));
  for (const Words& words : k_readers) {
    CAPTURE(words.front());
    CHECK_THAT(run_tfrec(words, in(folder)).err,
               Catch::Contains("tfrec: warning: in/g00-2.tfrec: is not in the manifest beside it\n"));
  }
  folder.write("in/g01-2.tfrec", flower_shard(2));
  CHECK_THAT(reshard(folder, {"in", "-o", "out"}).err,
             Catch::Contains("tfrec: warning: 2 shards are not in the manifest beside them, first "
                             "in/g00-2.tfrec\n"));
}
