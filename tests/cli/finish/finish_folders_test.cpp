// SPDX-License-Identifier: Apache-2.0
// `finish PLAN PART_OUT… -o OUT`: parts that were built in folders of their own.
#include <algorithm>
#include <csignal>

#include "support/check_error.hpp"
#include "support/data/shard_bytes.hpp"
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

/// A shard of the set, relative to it.
std::string first_shard(const fs::path& out) {
  for (const auto& file : fs::recursive_directory_iterator(out)) {
    if (file.path().extension() == ".tfrec") return file.path().lexically_relative(out).string();
  }
  return {};
}

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

TEST_CASE("finish called a damaged set up to date, and removed the parts that would have replaced it") {
  const Apart scene;
  REQUIRE(scene.close().exit_code == 0);
  const auto sound = scene.files("out");
  const std::string path = "out/" + first_shard(scene.scratch / "out");
  for (const bool is_missing : {true, false}) {
    if (is_missing) {
      fs::remove(scene.scratch / path);
    } else {
      scene.scratch.write(path, with_flipped_bit(scene.scratch.read(path), 300));
    }
    for (const std::string number : {"1", "2", "3"}) scene.make(number + "/3", "p" + number);
    if (is_missing) {
      check_error(scene.close(), 2,
                  "tfrec: error: out: already contains this set, but " + path.substr(4) +
                      " is missing\ntfrec: hint: to replace it by parts that are built again: --overwrite\n");
    }
    CHECK(scene.close({"--overwrite"}).exit_code == 0);
    CHECK(scene.files("out") == sound);
  }
}

TEST_CASE("A part in the folder of a damaged set was called up to date") {
  const Apart scene;
  REQUIRE(scene.close().exit_code == 0);
  const auto sound = scene.files("out");
  const std::string path = "out/" + first_shard(scene.scratch / "out");
  scene.scratch.write(path, with_flipped_bit(scene.scratch.read(path), 300));
  for (const std::string number : {"1", "2", "3"}) scene.make(number + "/3", "out");
  const Words finish{"finish", "set.plan", "-o", "out"};
  CHECK(scene.run(finish + Words{"--overwrite"}).exit_code == 0);
  CHECK(scene.files("out") == sound);
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

TEST_CASE("The next command of a part, and the hint of finish, left out parts in folders of their own") {
  const Apart scene;
  const RunResult part = scene.run({"build", "images", "--plan", "set.plan", "--part", "1/3", "-o", "p1"});
  CHECK(part.exit_code == 0);
  CHECK_THAT(part.out, ContainsSubstring("next     when all parts are done: tfrec finish set.plan -o p1\n"
                                         "         if they are in several folders: tfrec finish set.plan "
                                         "PART_OUT… -o OUT\n"));
  const RunResult refused = scene.run({"finish", "set.plan", "-o", "p1"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("to take parts from other folders: `tfrec finish set.plan "
                                            "PART_OUT… -o p1`; else `tfrec build IMAGES "));
  CHECK(scene.run({"finish", "set.plan", "p2", "p3", "-o", "p1"}).exit_code == 0);
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

TEST_CASE("finish names a damaged shard and its folder, and takes the shard from another folder") {
  const Apart scene;
  const std::string sound = scene.scratch.read("p1/.tfrec-build/0-0.tfrec");
  std::string damaged = sound;
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  const std::string cut = sound.substr(0, sound.size() - 1);
  for (const std::string& content : {damaged, cut}) {
    scene.scratch.write("p1/.tfrec-build/0-0.tfrec", content);
    const RunResult refused = scene.close();
    CHECK(refused.exit_code == 1);
    CHECK(refused.out == "");
    CHECK(refused.err ==
          "tfrec: error: p1: shard 1 is damaged: not the bytes that the part wrote\n"
          "tfrec: hint: make shard 1 again: `tfrec build IMAGES --plan set.plan --part 1/6 -o p1`\n");
  }
  scene.make("1/6", "again");
  CHECK(scene.run({"finish", "set.plan", "p1", "p2", "p3", "again", "-o", "out"}).exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("finish refuses two folders with different bytes for a shard, and leaves both") {
  const Apart scene;
  const std::string sound = scene.scratch.read("images/train/rose/2.jpg");
  std::string other = sound;
  other[other.find("\xff\xdb") + 8] ^= 4;  // of the quantization table: other pixels, the same size
  const auto time = fs::last_write_time(scene.scratch / "images/train/rose/2.jpg");
  scene.image("train/rose/2.jpg", other);
  fs::last_write_time(scene.scratch / "images/train/rose/2.jpg", time);
  for (const std::string number : {"1", "2", "3"}) scene.make(number + "/3", "other");
  const Files before = scene.files("other");
  const RunResult refused = scene.run({"finish", "set.plan", "p1", "p2", "p3", "other", "-o", "out"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, Catch::StartsWith("tfrec: error: other: shard ") &&
                              ContainsSubstring(" has other bytes than in p") &&
                              ContainsSubstring(": the images differed\ntfrec: hint: leave out the folder"));
  CHECK(scene.files("other") == before);
  CHECK(scene.close().exit_code == 0);
  // A copy that differs from the published set may be the only one of its images.
  const RunResult again = scene.run({"finish", "set.plan", "other", "-o", "out"});
  CHECK(again.exit_code == 0);
  CHECK(again.err ==
        "tfrec: warning: other/.tfrec-build: contains shards that differ from the set's, which were kept\n");
  const Files kept = scene.files("other");
  CHECK(kept.size() < before.size());
  CHECK(std::ranges::any_of(kept, [](const auto& file) { return file.first.ends_with("-0.tfrec"); }));
  for (const auto& [name, content] : kept) CHECK(before.at(name) == content);
}

TEST_CASE(
    "The hint of finish about a part that was built again led to its old shard, which an early finish kept") {
  const Apart scene;
  const Files images = scene.scratch.files("images");
  for (auto [name, content] : images) {
    if (!name.ends_with(".jpg")) continue;
    content[content.find("\xff\xdb") + 8] ^= 4;  // of the quantization table: other pixels, the same size
    scene.scratch.write("images/" + name, content);
  }
  scene.make("2/3", "wrong");
  for (const auto& [name, content] : images) {
    if (name.ends_with(".jpg")) scene.scratch.write("images/" + name, content);
  }
  CHECK(scene.run({"finish", "set.plan", "p1", "wrong", "-o", "out"}).exit_code == 1);
  check_error(scene.close(), 1,
              "tfrec: error: p2: shard 2 has other bytes than in out: the images differed\n"
              "tfrec: hint: if p2 is right, remove out/.tfrec-build with the shards that an earlier finish "
              "took, and build again parts that were built in out; else leave out p2\n");
  fs::remove_all(scene.scratch / "out/.tfrec-build");
  CHECK(scene.close().exit_code == 0);
  scene.is_as_one_build();
}

TEST_CASE("finish left a lock in a part's folder, which a later finish could not remove") {
  const Apart scene;
  CHECK(scene.run({"finish", "set.plan", "-o", "p1"}).exit_code == 1);
  fs::copy_file(scene.scratch / "set.plan", scene.scratch / "first.plan");
  REQUIRE(scene.plan({"--seed", "2"}).exit_code == 0);
  CHECK(scene.run({"finish", "set.plan", "-o", "p2"}).exit_code == 2);
  fs::rename(scene.scratch / "first.plan", scene.scratch / "set.plan");
  for (const char* folder : {"p1", "p2"}) CHECK(scene.files(folder).contains(".tfrec-build/lock"));
  const RunResult finished = scene.close();
  CHECK(finished.exit_code == 0);
  CHECK(finished.err == "");
  for (const char* folder : {"p1", "p2", "p3"}) CHECK(fs::is_empty(scene.scratch / folder));
  scene.scratch.write("p1/.tfrec-build/lock", "");
  const RunResult again = scene.close();
  CHECK(again.exit_code == 0);
  CHECK(again.out == "up to date: out\n");
  CHECK(again.err == "");
  CHECK(fs::is_empty(scene.scratch / "p1"));
}

TEST_CASE("finish removes what a killed worker left in a part's folder, and reports what it can't remove") {
  const Apart scene;
  const std::string draft = "/.tfrec-build/9-0.tfrec.tmp123-0123456789abcdef";
  scene.scratch.write("p1" + draft, "half");
  scene.scratch.write("p2/.tfrec-build/notes.txt", "mine");
  const RunResult finished = scene.close();
  CHECK(finished.exit_code == 0);
  CHECK(finished.err ==
        "tfrec: warning: p2/.tfrec-build: could not be removed; the set is complete without it\n");
  CHECK(scene.files("p1").empty());
  CHECK(names(scene.files("p2")) == Words{".tfrec-build/notes.txt"});
}

TEST_CASE("finish --print-config: the file repeats the run, PLAN and PART_OUT in their places") {
  const Apart scene;
  const RunResult printed =
      scene.run({"finish", "set.plan", "p1", "p2", "p3", "-o", "out", "--print-config"});
  REQUIRE(printed.exit_code == 0);
  scene.scratch.write("fin.toml", printed.out);
  CHECK(scene.run({"finish", "--config", "fin.toml", "--print-config"}).out == printed.out);
  CHECK(scene.run({"finish", "set.plan", "--config", "fin.toml", "--print-config"}).out == printed.out);
  CHECK(scene.run({"finish", "-q", "--config", "fin.toml"}).exit_code == 0);
  scene.is_as_one_build();
  const RunResult dangling = scene.run({"finish", "set.plan", "--config", "fin.toml", "-o"});
  CHECK(dangling.exit_code == 2);
  CHECK_THAT(dangling.err, ContainsSubstring("-o"));
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

TEST_CASE("finish of parts in other folders that is killed at any call: the same command completes it",
          "[no-sanitizer]") {
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
