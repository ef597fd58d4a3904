// SPDX-License-Identifier: Apache-2.0
// The boxes of shards, as TensorFlow's Object Detection API names them.
#include <nlohmann/json.hpp>

#include "support/data/images.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// A record of boxes at the left top, with these sides as fractions, in an image of 200x100 by its features.
std::string boxes_of(const Floats& sides, const Integers& labels, const Texts& texts = {}) {
  const Floats zeros(sides.size(), 0);
  std::vector<NamedValues> features{{"image/height", Integers{100}},   {"image/object/bbox/xmax", sides},
                                    {"image/object/bbox/xmin", zeros}, {"image/object/bbox/ymax", sides},
                                    {"image/object/bbox/ymin", zeros}, {"image/object/class/label", labels}};
  if (!texts.empty()) features.push_back({"image/object/class/text", texts});
  features.push_back({"image/width", Integers{200}});
  return payload_of(features);
}

RunResult inspect_all(const ScratchFolder& folder, const Words& more = {}) {
  return run_tfrec(Words{"inspect", "."} + more, in(folder));
}

Json boxes_json(const ScratchFolder& folder) {
  return Json::parse(inspect_all(folder, {"--json"}).out).value("boxes", Json());
}

}  // namespace

TEST_CASE("inspect counts boxes, their sizes in pixels and their classes") {
  const ScratchFolder folder;
  // Areas of 200, 1,800 and 20,000 pixels.
  folder.write("a.tfrec", shard_of({boxes_of({0.1F, 0.3F, 1}, {1, 2, 2}, {"cat", "dog", "dog"}),
                                    boxes_of({0.1F}, {1}, {"cat"}), boxes_of({}, {})}));
  // A writer that leaves out empty lists.
  folder.write("b.tfrec",
               shard_of({payload_of({{"image/width", Integers{200}}}), boxes_of({0.1F}, {2}, {"dog"})}));
  const RunResult result = inspect_all(folder, {"--samples", "0"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring(
                             "\nboxes     5 in 3 images, per image median 1 and at most 3; 2 images without\n"
                             "sizes     3 small (below 32×32 pixels), 1 medium (below 96×96), 1 large\n"
                             "classes   dog × 3, cat × 2\n"));
  CHECK(boxes_json(folder).dump() ==
        R"({"boxes":5,"images_with_boxes":3,"images_without_boxes":2,"boxes_per_image":{"median":1,"max":3},)"
        R"("sizes":{"small":3,"medium":1,"large":1,"unknown":0},)"
        R"("classes":[{"name":"dog","boxes":3},{"name":"cat","boxes":2}],"boxes_without_class":0})");
}

TEST_CASE("inspect names the ids of boxes by a label map, also in a sample record") {
  const ScratchFolder folder;
  folder.write("label_map.pbtxt",
               "item { id: 2 name: 'dog' }\nitem { id: 5 name: 'eel' }\nitem { id: 7 name: 'cat' }\n");
  folder.write("train/a.tfrec", shard_of({boxes_of({0.1F, 0.3F}, {7, 5})}));
  const RunResult result = inspect_all(folder);
  CHECK_THAT(result.out, ContainsSubstring("classes   5 (eel) × 1, 7 (cat) × 1\n"));
  CHECK_THAT(result.out, ContainsSubstring("image/object/class/label  int64  [7 (cat), 5 (eel)]\n"));
  CHECK(boxes_json(folder)["classes"].dump() ==
        R"([{"id":5,"name":"eel","boxes":1},{"id":7,"name":"cat","boxes":1}])");
}

TEST_CASE("inspect: the image's own size comes before the one that the record states") {
  const ScratchFolder folder;
  const auto record = [](std::string_view image) {
    return payload_of({{"image/encoded", Texts{image}},
                       {"image/height", Integers{10}},
                       {"image/object/bbox/xmax", Floats{1}},
                       {"image/object/bbox/xmin", Floats{0}},
                       {"image/object/bbox/ymax", Floats{1}},
                       {"image/object/bbox/ymin", Floats{0}},
                       {"image/width", Integers{10}}});
  };
  const std::string image = jpeg_image(100, 200);
  folder.write("a.tfrec", shard_of({record(image), record("no image")}));
  CHECK(boxes_json(folder)["sizes"].dump() == R"({"small":1,"medium":0,"large":1,"unknown":0})");
  CHECK_THAT(inspect_all(folder).out, ContainsSubstring("classes   2 boxes without a class\n"));
}

TEST_CASE("inspect: boxes without an area or an image's size have no size, and sets without boxes no lines") {
  const ScratchFolder folder;
  folder.write("a.tfrec",
               shard_of({boxes_of({-0.5F}, {1}), payload_of({{"image/object/bbox/xmax", Floats{1}},
                                                             {"image/object/bbox/xmin", Floats{0}},
                                                             {"image/object/bbox/ymax", Floats{1}},
                                                             {"image/object/bbox/ymin", Floats{0}}})}));
  CHECK_THAT(inspect_all(folder).out, ContainsSubstring(", 0 large, 2 of unknown size\n"));
  folder.write("a.tfrec", shard_of({boxes_of({}, {})}));
  CHECK_THAT(inspect_all(folder, {"--samples", "0"}).out,
             Catch::EndsWith("boxes     0 in 0 images, per image median 0 and at most 0; 1 image without\n"));
  folder.write("a.tfrec", flower_shard(3));
  CHECK(boxes_json(folder).is_null());
}

TEST_CASE("inspect counts the boxes of a built set as its manifest does") {
  const BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(3, {""}, 40);
  scene.table(
      "filename,width,height,class,xmin,ymin,xmax,ymax\n0.jpg,40,40,cat,4,8,20,40\n0.jpg,40,40,dog,0,0,10,"
      "10\n"
      "1.jpg,40,40,cat,10,10,30,30\n2.jpg,,,,,,,\n");
  const Json built = scene.report({"--layout", "detection"})["boxes"];
  const Json json = Json::parse(scene.run({"inspect", "out", "--json"}).out)["boxes"];
  for (const char* key : {"boxes", "images_without_boxes", "boxes_per_image"}) CHECK(json[key] == built[key]);
  CHECK_THAT(scene.run({"inspect", "out", "--samples", "3"}).out,
             ContainsSubstring("image/object/class/label  int64  [1 (cat), 2 (dog)]\n"));
}
