// SPDX-License-Identifier: Apache-2.0
// Boxes of a resharded set: their classes, and what the manifest counts.
#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Four images with 2, 1, 0 and 3 boxes.
class Boxes : public BuildScene {
 public:
  Boxes() {
    images(4, {"p"}, 20);
    table(
        "image,class,xmin,ymin,xmax,ymax\np0.jpg,cat,0,0,10,10\np0.jpg,bee,3,1,20,16\n"
        "p1.jpg,bee,1,1,7,9\np2.jpg,,,,,\n"
        "p3.jpg,cat,1,2,3,4\np3.jpg,cat,4,2,9,4\np3.jpg,cat,10,2,13,40\n");
  }

  void build_set(const Words& more) const {
    REQUIRE(build(Words{"--labels", "labels.csv", "--bad-boxes", "clip", "-q"} + more, "in").exit_code == 0);
  }

  /// The manifest's boxes.
  Json boxes_of(const Words& more) const {
    const RunResult result = run(Words{"reshard", "in", "-o", "out", "-q", "--overwrite"} + more);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const Json set = manifest("out");
    return set.contains("boxes") ? set["boxes"] : Json();
  }

  static Json counts(int boxes, int without, int median, int most) {
    return {{"boxes", boxes},
            {"images_without_boxes", without},
            {"boxes_per_image", {{"median", median}, {"max", most}}}};
  }
};

}  // namespace

TEST_CASE("reshard: the manifest of the new set lacks its boxes") {
  const Boxes scene;
  for (const Words& layout :
       {Words{"--layout", "detection"},
        Words{"--feature", "image=jpeg", "--feature", "b=boxes:cxcywh", "--feature", "c=index:class"}}) {
    scene.build_set(layout + Words{"--overwrite"});
    CHECK(scene.manifest("in")["boxes"]["boxes_clipped"] == 1);
    CHECK(scene.boxes_of({}) == Boxes::counts(6, 1, 1, 3));
    CHECK(scene.boxes_of({"--shards", "3", "--shuffle"}) == Boxes::counts(6, 1, 1, 3));
  }
}

TEST_CASE("reshard: boxes are counted in the records that a filter leaves") {
  const Boxes scene;
  scene.build_set({"--layout", "detection"});
  CHECK(scene.boxes_of({"--filter", "image/object/class/text=cat"}) == Boxes::counts(5, 0, 2, 3));
  CHECK(scene.boxes_of({"--filter", "image/object/class/text!=cat"}) == Boxes::counts(1, 1, 0, 1));
  CHECK(scene.boxes_of({"--drop", "image/object/bbox/xmin"}) == Boxes::counts(6, 1, 1, 3));
  CHECK(scene
            .boxes_of({"--drop", "image/object/bbox/xmin", "--drop", "image/object/bbox/xmax", "--drop",
                       "image/object/bbox/ymin", "--drop", "image/object/bbox/ymax"})
            .is_null());
}

TEST_CASE("reshard: boxes of others are counted by their usual names") {
  const Boxes scene;
  const auto record = [](const Floats& edges) {
    return payload_of({{"image/object/bbox/xmax", edges},
                       {"image/object/bbox/xmin", edges},
                       {"image/object/bbox/ymax", edges},
                       {"image/object/bbox/ymin", edges}});
  };
  scene.scratch.write("in/a.tfrec", shard_of({record({}), record({0.5F, 0.75F}), record({0.25F})}));
  CHECK(scene.boxes_of({}) == Boxes::counts(3, 1, 1, 2));
}

TEST_CASE("reshard: a class that an image has in several rows is counted several times") {
  const Boxes scene;
  REQUIRE(scene
              .build({"--labels", "labels.csv", "-q", "--record-per", "image", "--missing", "class=none",
                      "--feature", "image=jpeg", "--feature", "c=index:class"},
                     "in")
              .exit_code == 0);
  scene.boxes_of({});
  CHECK(scene.manifest("out")["classes"][0]["records"] == scene.manifest("in")["classes"][0]["records"]);
}

TEST_CASE("reshard --renumber counted values of classes where one source has a record per row") {
  const Boxes scene;
  const Words words{"--labels",  "labels.csv", "-q",        "--missing",    "class=none",
                    "--feature", "image=jpeg", "--feature", "c=index:class"};
  REQUIRE(scene.build(words + Words{"--record-per", "image"}, "in").exit_code == 0);
  scene.table("image,class\np0.jpg,cat\np1.jpg,ant\n");
  REQUIRE(scene.build(words, "other").exit_code == 0);
  const RunResult merged = scene.run({"reshard", "in", "other", "--renumber", "-o", "out", "-q"});
  INFO(merged.err);
  REQUIRE(merged.exit_code == 0);
  const Json classes = scene.manifest("out")["classes"][0];
  CHECK(classes["names"] == Json::array({"ant", "bee", "cat"}));
  CHECK(classes["records"] == Json::array({1, 2, 3}));
}

TEST_CASE("reshard --renumber sorted the class numbers of an image's boxes, which then had other classes") {
  const Boxes scene;
  scene.build_set({"--layout", "detection"});
  scene.table(
      "image,class,xmin,ymin,xmax,ymax\np0.jpg,cow,0,0,10,10\np0.jpg,ant,3,1,9,16\n"
      "p1.jpg,ant,1,1,7,9\np2.jpg,,,,,\np3.jpg,cow,1,2,3,4\n");
  REQUIRE(scene.build({"--labels", "labels.csv", "--layout", "detection", "-q"}, "other").exit_code == 0);
  const RunResult merged = scene.run({"reshard", "in", "other", "--renumber", "-o", "out", "-q"});
  INFO(merged.err);
  REQUIRE(merged.exit_code == 0);
  const RunResult verified = scene.run({"verify", "out", "-q"});  // numbers and texts of the same boxes
  CHECK(verified.exit_code == 0);
  CHECK(verified.out + verified.err == "");
}

TEST_CASE("reshard joined sets in which two images have one image/source_id, without a warning") {
  const Boxes scene;
  scene.build_set({"--layout", "detection"});
  scene.table("image,class,xmin,ymin,xmax,ymax\np3.jpg,bee,0,0,10,10\n");
  REQUIRE(scene.build({"--labels", "labels.csv", "--like", "in", "-q"}, "other").exit_code == 0);
  const std::string warning =
      "tfrec: warning: 'image/source_id' numbers the images of each set from 1, so images of two sets may "
      "have one number; `tfrec extract` prints a command that builds the new set with new numbers\n";
  const RunResult joined = scene.run({"reshard", "in", "other", "-o", "joined", "-q"});
  CHECK(joined.exit_code == 0);
  CHECK(joined.err == warning);
  CHECK(scene.run({"reshard", "in", "-o", "alone", "-q"}).err.empty());
  CHECK(
      scene.run({"reshard", "in", "other", "--drop", "image/source_id", "-o", "without", "-q"}).err.empty());
}
