// SPDX-License-Identifier: Apache-2.0
// `tfrec extract` of shards whose manifest is lost.
#include "support/data/images.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

/// A set of two splits whose manifest is lost.
class BareScene : public BuildScene {
 public:
  explicit BareScene(const Words& more = {}) : BuildScene({"--labels", "labels.csv", "--name", "f", "-q"}) {
    std::string csv = "image,class\n";
    for (int i = 0; i < 12; ++i) {
      image(std::to_string(i) + ".jpg", jpeg_image(16 + i, 16));
      csv += std::to_string(i) + ".jpg," + (i % 2 == 0 ? "cat\n" : "dog\n");
    }
    table(csv);
    REQUIRE(build(Words{"--split", "train=0.5,val=0.5"} + more).exit_code == 0);
    fs::remove(scratch / "out/manifest.json");
  }
};

}  // namespace

TEST_CASE(
    "extract: shards without a manifest, as repaired ones, lost their splits and the names of classes") {
  const BareScene scene;
  const RunResult result = scene.run({"extract", "out", "-o", "x"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, !ContainsSubstring("is not used") &&
                             ContainsSubstring("tfrec: cells of 'class' have the class names of " +
                                               (scene.scratch / "out/label_map.pbtxt").string() + "\n"));
  const std::string table = scene.scratch.read("x/labels.csv");
  CHECK_THAT(table, Catch::StartsWith("image,class,split\n"));
  CHECK_THAT(table, ContainsSubstring(",dog,train\n") && ContainsSubstring(",cat,val\n"));
}

TEST_CASE("extract: of a list of classes that does not fit, class numbers and the reason") {
  const BareScene scene;
  fs::remove(scene.scratch / "out/label_map.pbtxt");
  scene.scratch.write("out/classes.txt", "cat\n");
  const RunResult result = scene.run({"extract", "out", "-o", "x"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             ContainsSubstring("/out/classes.txt is not used: it lists 1 class without ids, and 'class' has "
                               "numbers from 0 to 1; cells have class numbers\n"));
  CHECK_THAT(scene.scratch.read("x/labels.csv"), ContainsSubstring(",1,train\n"));
}

TEST_CASE("extract: classes that a list beside others' shards has, but no record, and its order, were lost") {
  const BareScene scene;
  fs::remove(scene.scratch / "out/label_map.pbtxt");
  scene.scratch.write("out/classes.txt", "dog\ncat\nbird\n");
  const RunResult result = scene.run({"extract", "out", "-o", "x"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(scene.scratch.read("x/labels.csv"), ContainsSubstring(",cat,train\n"));
  CHECK(scene.scratch.read("x/classes.txt") == "dog\ncat\nbird\n");
  CHECK_THAT(result.out, ContainsSubstring(" --classes x/classes.txt "));
}

TEST_CASE("extract: with --filter, a list beside others' shards gave no names to cells") {
  const BareScene scene;
  fs::remove(scene.scratch / "out/label_map.pbtxt");
  scene.scratch.write("out/classes.txt", "dog\ncat\nbird\n");
  for (const char* filter : {"class=1", "class=cat"}) {
    CHECK(scene.run({"extract", "out", "-o", filter, "--filter", filter}).exit_code == 0);
    const std::string table = scene.scratch.read(std::string(filter) + "/labels.csv");
    CHECK_THAT(table, ContainsSubstring(",cat,train\n") && !ContainsSubstring("dog"));
  }
  CHECK(scene.run({"extract", "out", "-o", "no", "--filter", "class=cta"}).exit_code == 2);
  CHECK_THAT(
      scene.run({"extract", "out/train/*", "-o", "some", "--records", "0"}).err,
      ContainsSubstring("classes.txt is not used: --records reads some alone; cells have class numbers\n"));
}

TEST_CASE("extract: the note of class numbers was about a table without numbers") {
  const BareScene scene({"--feature", "image=jpeg", "--feature", "class=bytes:class"});
  fs::copy(scene.scratch / "labels.csv", scene.scratch / "out/classes.txt");
  CHECK_THAT(scene.run({"extract", "out", "-o", "x"}).err, !ContainsSubstring("is not used"));
  CHECK_THAT(scene.scratch.read("x/labels.csv"), ContainsSubstring(",dog,train\n"));
}

TEST_CASE("extract: names that leave a split unclear gave a column of splits with empty cells") {
  const BareScene scene;
  const fs::path val = scene.scratch / "out/val";
  SECTION("of one folder") {
    fs::rename(val, scene.scratch / "out/more");
  }
  SECTION("all of one split") {
    fs::remove_all(val);
  }
  const RunResult result = scene.run({"extract", "out", "-o", "x"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(scene.scratch.read("x/labels.csv"), Catch::StartsWith("image,class\n"));
  CHECK_THAT(result.err, !ContainsSubstring("split"));
}

TEST_CASE("extract: a label that was mistyped in the table gave other classes new ids") {
  const BareScene scene;
  const RunResult result = scene.run({"extract", "out", "-o", "x"});
  CHECK_THAT(result.out, ContainsSubstring("x/classes.txt, for --classes\n") &&
                             ContainsSubstring(" --classes x/classes.txt "));
}

TEST_CASE("extract did not mention classes.txt beside a manifest without classes") {
  const BareScene scene;
  REQUIRE(scene.build({"--feature", "image=jpeg", "--feature", "class=bytes:class"}, "texts").exit_code == 0);
  scene.scratch.write("texts/classes.txt", "cat\ndog\n");
  CHECK_THAT(scene.run({"extract", "texts", "-o", "x"}).err,
             ContainsSubstring(
                 "tfrec: classes.txt beside the shards is not used: manifest.json lists no classes\n"));
}
