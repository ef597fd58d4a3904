// SPDX-License-Identifier: Apache-2.0
// A staging folder, a journal or an output folder that others prepared: no file outside OUT, and none that is
// not of a set, is changed through it.
#include <sys/stat.h>
#include <unistd.h>

#include "support/scenes/parts.hpp"

using namespace tfrec::test;

namespace {

class StagingScene : public BuildScene {
 public:
  StagingScene() : BuildScene({"--name", "f", "-q", "--shards", "2"}) {
    images(4, {"a/", "b/"});
    for (const char* name : {"victim/0.json", "victim/0-0.tfrec", "victim/1-0.tfrec", "victim/f00-2.tfrec"})
      scratch.write(name, "mine");
    fs::create_directories(scratch / "out/.tfrec-build");
  }
  void link(const std::string& target, const std::string& name) const {
    fs::create_symlink(target, scratch / name);
  }
  void is_unharmed() const {
    CHECK(scratch.files("victim") ==
          Files{{"0-0.tfrec", "mine"}, {"0.json", "mine"}, {"1-0.tfrec", "mine"}, {"f00-2.tfrec", "mine"}});
  }
};

}  // namespace

TEST_CASE("A planted publication.json removes no notes, and the build names what to move away") {
  const StagingScene scene;
  scene.scratch.write("out/notes.txt", "mine");
  scene.scratch.write("out/.tfrec-build/x", "evil");
  scene.scratch.write("out/.tfrec-build/publication.json",
                      R"({"removed":["notes.txt"],"files":[["x","a.tfrec",4]]})");
  const RunResult result = scene.build();
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: out/.tfrec-build/publication.json: 'removed[0]' 'notes.txt' is not the name of a file "
        "of "
        "tfrec\n"
        "tfrec: hint: move out/.tfrec-build away, then run the same command again, with another -o if it "
        "refuses "
        "the shards that are there\n");
  CHECK(scene.scratch.read("out/notes.txt") == "mine");
}

TEST_CASE("A planted publication.json removed a photo whose name ends in a count") {
  const StagingScene scene;
  scene.scratch.write("out/IMG1-22.jpg", "mine");
  scene.scratch.write("out/.tfrec-build/x", "evil");
  scene.scratch.write("out/.tfrec-build/publication.json",
                      R"({"removed":["IMG1-22.jpg"],"files":[["x","a.tfrec",4]]})");
  for (const Words& more : {Words{}, Words{"--overwrite"}}) {
    const RunResult result = scene.build(more);
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, ContainsSubstring("names 'IMG1-22.jpg', which is not a file of tfrec\n"));
    CHECK(scene.scratch.read("out/IMG1-22.jpg") == "mine");
  }
}

TEST_CASE("A planted manifest let --overwrite remove a photo whose name ends in a count") {
  const StagingScene scene;
  REQUIRE(scene.build().exit_code == 0);
  std::string manifest = scene.scratch.read("out/manifest.json");
  const std::string shard = "f00-2.tfrec";
  REQUIRE(manifest.find(shard) != std::string::npos);
  scene.scratch.write("out/manifest.json",
                      manifest.replace(manifest.find(shard), shard.size(), "IMG1-22.jpg"));
  fs::remove(scene.scratch / "out" / shard);
  scene.scratch.write("out/IMG1-22.jpg", "mine");
  const RunResult result = scene.build({"--overwrite", "--seed", "5"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: out/IMG1-22.jpg: is named in the set's manifest, but is not a file of tfrec\n"
        "tfrec: hint: if it is a damaged shard, remove it; else move it and manifest.json away, or use "
        "another -o\n");
  CHECK(scene.scratch.read("out/IMG1-22.jpg") == "mine");
}

TEST_CASE("--overwrite removed a manifest, then failed at a listed name that is too long or below a file") {
  const std::string shard = "f00-2.tfrec";
  for (const std::string& listed : {std::string(300, 'x') + ".tfrec", std::string("file/f-1.tfrec")}) {
    INFO(listed);
    const StagingScene scene;
    REQUIRE(scene.build().exit_code == 0);
    const std::string manifest = scene.scratch.read("out/manifest.json");
    REQUIRE(manifest.find(shard) != std::string::npos);
    std::string edited = manifest;
    edited.replace(manifest.find(shard), shard.size(), listed);
    scene.scratch.write("out/manifest.json", edited);
    fs::remove(scene.scratch / "out" / shard);
    scene.scratch.write("out/file", "mine");
    const RunResult result = scene.build({"--overwrite", "--seed", "5"});
    if (listed.size() > 255) {
      CHECK(result.exit_code == 2);
      CHECK_THAT(result.err,
                 ContainsSubstring("is named in the set's manifest, but is not a file of tfrec\n"));
      CHECK(scene.scratch.read("out/manifest.json") == edited);
    } else {  // it is gone, for sure
      CHECK(result.exit_code == 0);
      CHECK(fs::exists(scene.scratch / "out" / shard));
    }
    CHECK(scene.scratch.read("out/file") == "mine");
  }
}

TEST_CASE("A set with an --extension of its own is replaced, also with GZIP and with a damaged payload") {
  const StagingScene scene;
  for (const Words& more : {Words{}, Words{"--gzip"}}) {
    Words words{"--extension", ".jpg", "--overwrite"};
    words.insert(words.end(), more.begin(), more.end());
    REQUIRE(scene.build(words).exit_code == 0);
    for (const auto& [name, content] : scene.files()) {
      if (name.ends_with(".jpg")) scene.scratch.write("out/" + name, content.substr(0, content.size() - 1));
    }
    words.insert(words.end(), {"--seed", "5"});
    CHECK(scene.build(words).exit_code == 0);
  }
}

TEST_CASE("A lock that is a link or a FIFO is replaced by the build's own") {
  const StagingScene scene;
  SECTION("link") {
    scene.link("../../victim/0.json", "out/.tfrec-build/lock");
  }
  SECTION("FIFO") {
    REQUIRE(::mkfifo((scene.scratch / "out/.tfrec-build/lock").c_str(), 0600) == 0);
  }
  CHECK(scene.build().exit_code == 0);
  CHECK_FALSE(fs::exists(scene.scratch / "out/.tfrec-build"));
  scene.is_unharmed();
}

TEST_CASE("A staging folder of another user with hard links: what they lead to keeps its content") {
  const StagingScene scene;
  for (const char* name : {"lock", "0-0.tfrec", "0.json"})
    fs::create_hard_link(scene.scratch / "victim/f00-2.tfrec", scene.scratch / "out/.tfrec-build" / name);
  constexpr uid_t k_nobody = 65534;
  if (::geteuid() == 0)
    REQUIRE(::chown((scene.scratch / "out/.tfrec-build").c_str(), k_nobody, k_nobody) == 0);
  CHECK(scene.build().exit_code == 0);
  CHECK_FALSE(fs::exists(scene.scratch / "out/.tfrec-build"));
  scene.is_unharmed();
}

TEST_CASE("A resumed build writes and removes nothing through a link in its staging folder") {
  const StagingScene scene;
  for (const char* name : {"tests/0.jpg", "tests/1.jpg"})
    scene.scratch.write(name, scene.scratch.read("images/a/0.jpg"));
  scene.image("a/bad.jpg", "no image");
  REQUIRE(scene.build({"--test", "tests"}).exit_code == 1);
  fs::remove_all(scene.scratch / "out/.tfrec-build/test");
  scene.link("../../victim", "out/.tfrec-build/test");
  CHECK(scene.build({"--test", "tests", "--max-bad", "1"}).exit_code == 0);
  scene.is_unharmed();
}

TEST_CASE("A link in a split folder's place: no shard is written or replaced where it leads") {
  const StagingScene scene;
  scene.link("../victim", "out/train");
  const RunResult result = scene.build({"--split", "train=0.5,val=0.5", "--layout", "unlabelled"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: out/train: is a link, but the set needs a folder of its own there\n"
        "tfrec: hint: remove the link, or use another -o\n");
  scene.is_unharmed();
}

TEST_CASE("A user's file that has the name of a shard with --extension is not replaced") {
  const StagingScene scene;
  scene.scratch.write("out/f00-2.bin", "mine");
  const RunResult result = scene.build({"--extension", ".bin"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("out/f00-2.bin: already exists and is not part of a set\n"));
  CHECK(scene.scratch.read("out/f00-2.bin") == "mine");
}

TEST_CASE("finish removes no shard where a part folder's staging folder is a link") {
  const Parts scene;
  scene.make_part("1/1");
  fs::rename(scene.scratch / "out/.tfrec-build", scene.scratch / "victim");
  fs::create_directory(scene.scratch / "part");
  fs::create_symlink("../victim", scene.scratch / "part/.tfrec-build");
  const Files before = scene.files("victim");
  const RunResult result = scene.finish({"part"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err == "tfrec: error: part/.tfrec-build: is a link\ntfrec: hint: remove it\n");
  CHECK(scene.files("victim") == before);
}
