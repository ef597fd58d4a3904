// SPDX-License-Identifier: Apache-2.0
// features.json: what TensorFlow Datasets reads the records as.
#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

using namespace tfrec::test;

namespace {

Json features_of(const BuildScene& scene, const Words& words) {
  const RunResult built = scene.build(words);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return Json::parse(scene.scratch.read("out/features.json"))["featuresDict"]["features"];
}

}  // namespace

TEST_CASE("--name-style tfds: several labels of an image are a sequence of classes") {
  const BuildScene scene({"--name", "f", "--labels", "labels.csv", "--name-style", "tfds", "-q"});
  scene.images(3);
  scene.table("image,tags\n0.jpg,red\n1.jpg,red|round\n2.jpg,round|sweet\n");
  const Json features = features_of(scene, {"--feature", "image=png", "--feature", "tags=indices:tags"});
  CHECK(features["image"]["image"]["encodingFormat"] == "png");
  const Json& tags = features["tags"];
  CHECK(tags["pythonClassName"] == "tensorflow_datasets.core.features.sequence_feature.Sequence");
  CHECK(tags["sequence"]["length"] == "-1");
  CHECK(tags["sequence"]["feature"]["classLabel"]["numClasses"] == "3");
}

TEST_CASE(
    "--name-style tfds referred to --label-base where a label map has the ids, which refuses that option") {
  const BuildScene scene({"--name", "f", "--labels", "labels.csv", "--name-style", "tfds", "--feature",
                          "image=jpeg", "--feature", "y=index:class", "--classes", "map.csv", "-q"});
  scene.images(2);
  scene.table("image,class\n0.jpg,rose\n1.jpg,tulip\n");
  for (const char* map : {"id,name\n0,rose\n5,tulip\n", "id,name\n1,rose\n2,tulip\n"}) {
    scene.scratch.write("map.csv", map);
    scene.fails({}, 2,
                "can't read feature 'y': class ids are 0, 1, 2, … there: use --label-base 0, or --classes "
                "with only names");
  }
  scene.scratch.write("map.csv", "id,name\n1,rose\n0,tulip\n");
  const Json features = features_of(scene, {});
  CHECK(features["y"]["classLabel"]["numClasses"] == "2");
  CHECK(scene.scratch.read("out/y.labels.txt") == "tulip\nrose\n");
}

TEST_CASE("--name-style tfds: masks are PNGs of one channel, of 8 bits") {
  const BuildScene scene({"--name", "f", "--masks", "masks", "--name-style", "tfds", "-q"});
  scene.images(2);
  for (const char* name : {"masks/0.png", "masks/1.png"}) scene.scratch.write(name, mask_image(16, 16, 3));
  const Json mask =
      features_of(scene, {"--feature", "image=jpeg", "--feature", "mask=mask"})["mask"]["image"];
  CHECK(mask["encodingFormat"] == "png");
  CHECK(mask["dtype"] == "uint8");
  CHECK(mask["shape"]["dimensions"] == Json::array({"-1", "-1", "1"}));
}
