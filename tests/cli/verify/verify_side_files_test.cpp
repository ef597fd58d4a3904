// SPDX-License-Identifier: Apache-2.0
// The files of a set beside its shards: lists of classes, records.csv, bad.csv and those of tfds.
#include <nlohmann/json.hpp>

#include "support/runs/verify_runs.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// Four images of two classes, one with an odd name and a bad one, built into set/ once.
class BuiltSet : public BuildScene {
 public:
  explicit BuiltSet(const Words& more = {})
      : BuildScene({"--name", "f", "-q", "--max-bad", "1", "--record-list", "--shards", "1"}) {
    images(4, {"cat/", "dog/"}, 12);
    image("dog/a,\n b.jpg", jpeg_image(12, 12, 9));
    image("dog/bad.jpg", "not an image");
    REQUIRE(make(more).exit_code == 0);
    REQUIRE(verified().exit_code == 0);
  }

  RunResult make(const Words& more = {}) const { return build(more, "set"); }
  RunResult verified(const std::string& path = "set") const { return verify(scratch, {"-q", path}); }

  /// verify reports `file` with just this problem; build refuses the set for the same reason.
  void reports(const std::string& file, const std::string& message) const {
    const RunResult found = verified();
    INFO(found.out << found.err);
    CHECK(found.exit_code == 1);
    CHECK(found.err.empty());
    CHECK_THAT(found.out,
               Catch::StartsWith("set/" + file + ": " + message + "\nbad: 1 problem of the set; 1 shard,"));
    const RunResult again = make();
    CHECK(again.exit_code == 2);
    CHECK_THAT(again.err, ContainsSubstring("already contains this set, but " + file + " " + message + "\n"));
    CHECK_THAT(again.err, ContainsSubstring("--overwrite"));
  }
};

}  // namespace

TEST_CASE(
    "verify: a list of classes that is not the manifest's is a problem, and build does not call it up to "
    "date") {
  const BuiltSet set;
  const std::string sound = set.scratch.read("set/classes.txt");
  REQUIRE(sound == "cat\ndog\n");
  set.scratch.write("set/classes.txt", "dog\ncat\n");
  set.reports("classes.txt", "has 'dog' on line 1, the manifest has 'cat'");
  set.scratch.write("set/classes.txt", "cat\r\ndog\r\n");
  CHECK(set.verified().exit_code == 0);  // the line ends of another system
  set.scratch.write("set/classes.txt", "cat\n");
  set.reports("classes.txt", "has 1 class, the manifest has 2");
  set.scratch.write("set/classes.txt", "cat\ndog\n\n");
  set.reports("classes.txt", "has '' on line 3, the manifest has only 2 classes");
  set.scratch.write("set/classes.txt", sound + std::string(1'000'000, 'x'));
  set.reports("classes.txt",
              "has '" + std::string(60, 'x') + "…' on line 3, the manifest has only 2 classes");
  fs::remove(set.scratch / "set/classes.txt");
  set.reports("classes.txt", "is missing");
  fs::create_directory(set.scratch / "set/classes.txt");
  CHECK_THAT(set.verified().out, Catch::StartsWith("set/classes.txt: is not a regular file\n"));
  fs::remove(set.scratch / "set/classes.txt");
  const Json json = verify_json(set.scratch, 1, {"set"});
  CHECK(json["problems"].size() == 1);
  CHECK(json["problems"][0]["kind"] == "side_file");
  CHECK(json["problems"][0]["path"] == "set/classes.txt");
  CHECK(set.verified("set/f00-5.tfrec").exit_code == 0);  // one shard was asked for, not the set
  CHECK(set.make({"--overwrite"}).exit_code == 0);
  CHECK(set.scratch.read("set/classes.txt") == sound);
  set.scratch.write("set/classes.txt", "cat\ndog");  // readers of lines see no difference
  CHECK(set.verified().exit_code == 0);
}

TEST_CASE("verify: a records.csv or bad.csv that is missing, cut or another file is a problem") {
  const BuiltSet set;
  const std::string sound = set.scratch.read("set/records.csv");
  set.scratch.write("set/records.csv", "junk");
  set.reports("records.csv", "does not begin with the line 'split,shard,record,row,image'");
  set.scratch.write("set/records.csv", sound.substr(0, sound.size() - 3));
  set.reports("records.csv", "has 4 lines below its header, the manifest has 5");
  set.scratch.write("set/records.csv", "split,shard,record,row,image\n");
  set.reports("records.csv", "has 0 lines below its header, the manifest has 5");
  fs::remove(set.scratch / "set/records.csv");
  set.reports("records.csv", "is missing");
  set.scratch.write("set/records.csv", sound);
  CHECK(set.verified().exit_code == 0);
  set.scratch.write("set/bad.csv", "");
  set.reports("bad.csv", "does not begin with the line 'row,image,reason'");
}

TEST_CASE("verify: a FEATURE.labels.txt of TensorFlow Datasets that is in another order is a problem") {
  const BuiltSet set({"--name-style", "tfds"});
  set.scratch.write("set/class.labels.txt", "dog\ncat\n");
  CHECK_THAT(set.verified().out,
             Catch::StartsWith("set/class.labels.txt: has 'dog' on line 1, the manifest has 'cat'\n"));
  fs::remove(set.scratch / "set/class.labels.txt");
  CHECK_THAT(set.verified().out, Catch::StartsWith("set/class.labels.txt: is missing\n"));
}

TEST_CASE("verify: a missing shard is found beside options that this tfrec does not know") {
  const BuildScene scene;
  scene.images(6, {"a/", "b/"});
  REQUIRE(scene.build({"-q", "--shards", "2"}).exit_code == 0);
  Json manifest = scene.manifest();
  manifest["options"]["future"] = nullptr;
  manifest["classes"][0].erase("names");
  scene.scratch.write("out/manifest.json", manifest.dump());
  const RunResult sound = scene.run({"verify", "out", "-q"});
  INFO(sound.out);
  CHECK(sound.exit_code == 0);
  CHECK(scene.run({"count", "out"}).exit_code == 0);
  const std::string shard = manifest["shards"][0]["path"];
  std::filesystem::remove(scene.scratch / ("out/" + shard));
  const RunResult missing = scene.run({"verify", "out", "-q"});
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.out, ContainsSubstring(shard + ": is in the manifest, but missing"));
  const RunResult like = scene.run({"build", "images", "-o", "alike", "--like", "out", "-q"});
  CHECK(like.exit_code == 1);
  CHECK_THAT(like.err, ContainsSubstring("out/manifest.json: has no key 'classes[0].names'"));
}
