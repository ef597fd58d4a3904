// SPDX-License-Identifier: Apache-2.0
// What may be at OUT, and what --overwrite removes.
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Two images of two classes.
class Scene : public BuildScene {
 public:
  Scene() : BuildScene({"--name", "f", "-q"}) { images(2, {"a/", "b/"}); }

  /// A set in out/ whose manifest has `from` replaced by `to`.
  void plant_in_manifest(const std::string& from, const std::string& to) const {
    REQUIRE(build().exit_code == 0);
    std::string manifest = scratch.read("out/manifest.json");
    const std::size_t at = manifest.find(from);
    REQUIRE(at != std::string::npos);
    scratch.write("out/manifest.json", manifest.replace(at, from.size(), to));
  }
};

void check_refused(const RunResult& result, const std::string& start) {
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: error: " + start));
}

}  // namespace

TEST_CASE("OUT that is, or lies beneath, what is no folder is a usage error") {
  const Scene scene;
  scene.scratch.write("file", "mine");
  fs::create_symlink("nowhere", scene.scratch / "dangling");
  fs::create_symlink("loop", scene.scratch / "loop");
  check_refused(scene.build({}, "file"), "file: is not a folder\n");
  check_refused(scene.build({}, "file/"), "file: is not a folder\n");
  check_refused(scene.build({}, "file/deep/out"), "file: is not a folder\n");
  check_refused(scene.build({}, "dangling"), "dangling: is a broken link\n");
  check_refused(scene.build({}, "dangling/out"), "dangling: is a broken link\n");
  check_refused(scene.build({}, "loop"), "loop: can't be a folder: Too many levels of symbolic links\n");
  check_refused(scene.build({}, std::string(300, 'x')),
                std::string(300, 'x') + ": can't be a folder: File name too");
  CHECK(scene.scratch.read("file") == "mine");
  CHECK_FALSE(fs::exists(scene.scratch / "nowhere"));
}

TEST_CASE("OUT may be a link to a folder, and its parents are made") {
  const Scene scene;
  fs::create_directory(scene.scratch / "elsewhere");
  fs::create_symlink("elsewhere", scene.scratch / "out");
  CHECK(scene.build().exit_code == 0);
  CHECK(fs::exists(scene.scratch / "elsewhere/manifest.json"));
  CHECK(scene.build({"--overwrite"}).exit_code == 0);
  CHECK(scene.build({}, "new/deep/out").exit_code == 0);
}

TEST_CASE("A manifest.json of another program, or of none, stays as it is") {
  const Scene scene;
  fs::create_directory(scene.scratch / "elsewhere");
  for (const char* content : {"{}", "{\"name\":\"my web app\"}", "[]", "not JSON", "", "\xff\xfe\x00",
                              "{\"format\":\"tfrec-manifest\",\"format_version\":1}",
                              "{\"format\":\"tfrec-manifest\",\"format_version\":99}"}) {
    INFO(content);
    scene.scratch.write("out/manifest.json", content);
    for (const Words& more : {Words{}, {"--overwrite"}}) {
      check_refused(scene.build(more),
                    "out/manifest.json: is not a manifest of tfrec, and was not changed: ");
      CHECK(scene.scratch.read("out/manifest.json") == content);
    }
  }
}

TEST_CASE("--overwrite removes no file that the tool does not write, whatever the manifest lists") {
  const Scene scene;
  const std::string no_file_of_ours = "is named in the set's manifest, but is not a file of tfrec\n";
  SECTION("a photo as a shard") {
    scene.plant_in_manifest("f00-2.tfrec", "holiday.jpg");
    scene.scratch.write("out/holiday.jpg", "mine");
    check_refused(scene.build({"--overwrite"}), "out/holiday.jpg: " + no_file_of_ours);
    CHECK(scene.scratch.read("out/holiday.jpg") == "mine");
  }
  SECTION("a letter as a list of classes") {
    scene.plant_in_manifest("classes.txt", "letter.txt");
    scene.scratch.write("out/letter.txt", "mine");
    check_refused(scene.build({"--overwrite"}), "out/letter.txt: " + no_file_of_ours);
    CHECK(scene.scratch.read("out/letter.txt") == "mine");
  }
  SECTION("a shard behind a link that leads out") {
    scene.plant_in_manifest("\"f00-2.tfrec", "\"link/f00-2.tfrec");
    scene.scratch.write("elsewhere/f00-2.tfrec", "mine");
    fs::create_symlink("../elsewhere", scene.scratch / "out/link");
    check_refused(scene.build({"--overwrite"}), "out/link/f00-2.tfrec: " + no_file_of_ours);
    CHECK(scene.scratch.read("elsewhere/f00-2.tfrec") == "mine");
  }
  SECTION("a link in a shard's place") {
    REQUIRE(scene.build().exit_code == 0);
    scene.scratch.write("elsewhere/shard", "mine");
    fs::remove(scene.scratch / "out/f00-2.tfrec");
    fs::create_symlink("../elsewhere/shard", scene.scratch / "out/f00-2.tfrec");
    check_refused(scene.build({"--overwrite"}), "out/f00-2.tfrec: " + no_file_of_ours);
    CHECK(scene.scratch.read("elsewhere/shard") == "mine");
  }
  SECTION("a name that leads out") {
    scene.plant_in_manifest("f00-2.tfrec", "../elsewhere/f00-2.tfrec");
    scene.scratch.write("elsewhere/f00-2.tfrec", "mine");
    check_refused(scene.build({"--overwrite"}), "out/manifest.json: is not a manifest of tfrec");
    CHECK(scene.scratch.read("elsewhere/f00-2.tfrec") == "mine");
  }
  CHECK(fs::exists(scene.scratch / "out/manifest.json"));
}

TEST_CASE("--overwrite replaces sets of every naming, and a set that lost a file") {
  const Scene scene;
  for (const Words& more :
       {Words{"--name-style", "tfds"}, {"--extension", ".records"}, {"--record-list"}, {}}) {
    const RunResult result = scene.build(more + Words{"--overwrite"});
    INFO(result.err);
    CHECK(result.exit_code == 0);
  }
  fs::remove(scene.scratch / "out/f00-2.tfrec");
  CHECK(scene.build({"--overwrite"}).exit_code == 0);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(scene.scratch / "out")) {
    INFO(entry.path());
    CHECK(entry.is_regular_file());
    ++files;
  }
  CHECK(files == 4);
}

TEST_CASE("A file where the folder of a split is to be is a usage error before any image is encoded") {
  const Scene scene;
  scene.scratch.write("out/16x16/train", "mine");
  const Words options{"--split", "train=0.5,val=0.5", "--sizes",   "16,8", "--dedupe",
                      "ignore",  "--layout",          "unlabelled"};
  check_refused(scene.build(options), "out/16x16/train: is a file, but the set needs a folder there\n");
  CHECK(scene.scratch.read("out/16x16/train") == "mine");
  CHECK_FALSE(fs::exists(scene.scratch / "out/8x8"));
  CHECK_FALSE(fs::exists(scene.scratch / "out/.tfrec-build"));
}
