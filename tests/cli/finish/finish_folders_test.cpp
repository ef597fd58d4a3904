// SPDX-License-Identifier: Apache-2.0
// `finish PLAN PART_OUT… -o OUT`: parts that were built in folders of their own.
#include <csignal>

#include "support/scenes/failing_calls.hpp"
#include "support/scenes/parts.hpp"
#include "support/small_disk.hpp"

using namespace tfrec::test;

namespace {

/// Parts of one plan in the folders p1, p2, p3.
class Apart : public Parts {
 public:
  explicit Apart(const Words& plan_options = {}) {
    REQUIRE(plan(plan_options).exit_code == 0);
    for (const std::string number : {"1", "2", "3"}) make(number + "/3", "p" + number);
  }
  void make(const std::string& part, const std::string& folder) const {
    REQUIRE(run({"build", "images", "--plan", "set.plan", "--part", part, "-o", folder, "-q"}).exit_code ==
            0);
  }
  RunResult close(const Words& more = {}) const {
    return run(Words{"finish", "set.plan", "p1", "p2", "p3", "-o", "out"} + more);
  }
};

}  // namespace

TEST_CASE("finish takes parts from folders of their own, and empties these") {
  const Words options =
      GENERATE(Words{}, Words{"--no-split-folders", "--sizes", "8,16", "--gzip", "--record-list"});
  const Apart scene(options);
  const RunResult finished = scene.close();
  CHECK(finished.exit_code == 0);
  CHECK(finished.err == "");
  scene.is_as_one_build(options);
  for (const char* folder : {"p1", "p2", "p3"}) CHECK(scene.files(folder).empty());
  CHECK(scene.close().out == "up to date: out\n");
  fs::remove_all(scene.scratch / "p1");
  CHECK(scene.close().out == "up to date: out\n");
}

TEST_CASE("finish takes parts in OUT and in other folders together") {
  const Apart scene;
  fs::rename(scene.scratch / "p1", scene.scratch / "out");
  CHECK(scene.run({"finish", "set.plan", "p2", "out", "p3", "-o", "out"}).exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("finish copies parts from another file system") {
  if (!has_small_disks()) return;
  const Apart scene;
  const RunResult result = run_on_small_disk("disk", 4'000'000,
                                             "cp -r p2 disk/p2 && \"$TFREC\" finish set.plan p1 disk/p2 p3 "
                                             "-o out -q && test ! -e disk/p2/.tfrec-build",
                                             in(scene.scratch));
  INFO(result.err);
  CHECK(result.exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("finish leaves the parts as they are if a shard is missing") {
  const Apart scene;
  const Files before = scene.files("p1");
  const Words words{"finish", "set.plan", "p1", "p3", "-o", "out"};
  const RunResult refused = scene.run(words);
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("out: 2 shards of 6 are not finished: shards 2, 5"));
  CHECK(scene.files("p1") == before);
  CHECK_FALSE(published_anything(scene.scratch / "out"));
  CHECK(scene.close().exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("finish takes a shard that is damaged in one folder from another") {
  const Apart scene;
  std::string damaged = scene.scratch.read("p1/.tfrec-build/0-0.tfrec");
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  scene.scratch.write("p1/.tfrec-build/0-0.tfrec", damaged);
  const RunResult refused = scene.close();
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("1 shard of 6 is not finished: shard 1"));
  scene.make("1/6", "again");
  CHECK(scene.run({"finish", "set.plan", "p1", "p2", "p3", "again", "-o", "out"}).exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("finish refuses a folder with parts of another plan, or with none, by its name") {
  const Apart scene;
  fs::copy_file(scene.scratch / "set.plan", scene.scratch / "first.plan");
  REQUIRE(scene.plan({"--seed", "2"}).exit_code == 0);
  scene.make("2/3", "other");
  const auto refused = [&](const std::string& folder, const std::string& message) {
    const RunResult result = scene.run({"finish", "first.plan", "p1", folder, "p3", "-o", "out"});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, ContainsSubstring("error: " + folder + ": " + message));
    CHECK_FALSE(fs::exists(scene.scratch / "out"));
  };
  refused("other", "contains parts of another plan: its seed was 2");
  refused("images", "contains no part of a plan");
  refused("nowhere", "is not a folder of a part");
}

#ifdef TFREC_FAIL_CALLS
TEST_CASE("finish of parts in other folders that is killed at any call: the same command completes it") {
  for (const Fault& fault :
       {Fault{"link", 2, k_kill}, Fault{"rename", 3, k_kill}, Fault{"rename", 12, k_kill},
        Fault{"rename", 17, k_kill}, Fault{"unlink", 1, k_kill}, Fault{"unlink", 2, k_kill, false, "p1"},
        Fault{"unlink", 1, k_kill, false, "p3"}, Fault{"link", 3, EIO}}) {
    CAPTURE(fault.call, fault.at, fault.under);
    const Apart scene;
    const RunResult killed = run_tfrec({"finish", "set.plan", "p1", "p2", "p3", "-o", "out", "-q"},
                                       in(scene.scratch, environment_of(fault, scene.scratch)));
    CHECK(fs::exists(scene.scratch / "failed"));
    CHECK(killed.exit_code ==
          (fault.reason == k_kill ? 128 + SIGKILL : 0));  // what can't be linked is copied
    const RunResult finished = scene.close();
    INFO(finished.err);
    CHECK(finished.exit_code == 0);
    scene.is_as_one_build();
    for (const char* folder : {"p1", "p2", "p3"}) CHECK(scene.files(folder).empty());
  }
}
#endif
