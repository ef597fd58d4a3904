// SPDX-License-Identifier: Apache-2.0
// The masks of shards, of tfrec's and of other producers.
#include <nlohmann/json.hpp>

#include "support/data/images.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const std::string k_deeplab = "image/segmentation/class/encoded";

std::string masked(const std::string& image, const std::string& mask) {
  return payload_of({{"image/encoded", Texts{image}}, {k_deeplab, Texts{mask}}});
}

std::string gray_mask(int width, int height, int id) {
  const std::string row(static_cast<std::size_t>(width), static_cast<char>(id));
  return png_image(width, std::vector<std::string>(static_cast<std::size_t>(height), row), {8, 0});
}

std::string rgb_image(int side) {
  const std::string row(static_cast<std::size_t>(3 * side), '\7');
  return png_image(side, std::vector<std::string>(static_cast<std::size_t>(side), row), {8, 2});
}

RunResult inspect_masks(const ScratchFolder& folder, const Words& more = {}) {
  return run_tfrec(Words{"inspect", "."} + more, in(folder));
}

Json masks_json(const ScratchFolder& folder, const Words& more = {}) {
  return Json::parse(inspect_masks(folder, Words{"--json"} + more).out).value("masks", Json());
}

/// Images of two sizes with masks of the ids 1 and 2, and the usual ignored one in names.
class Masks : public BuildScene {
 public:
  Masks() : BuildScene({"--masks", "masks", "--layout", "segmentation", "--name", "f"}) {
    for (int i = 0; i < 4; ++i) {
      const int side = i % 2 == 0 ? 8 : 16;
      image(std::to_string(i) + ".jpg", jpeg_image(side, side, static_cast<unsigned>(i)));
      scratch.write("masks/" + std::to_string(i) + ".png", mask_image(side, side, i == 3 ? 255 : 1 + i % 2));
    }
  }
};

}  // namespace

TEST_CASE("inspect counts the pixels of each id of masks") {
  const ScratchFolder folder;
  const std::string image = jpeg_image(10, 10);
  folder.write("a.tfrec",
               shard_of({masked(image, mask_image(10, 10, 15)), masked(image, mask_image(10, 10, 3))}));
  // A writer that leaves out the mask.
  folder.write("b.tfrec", shard_of({masked(image, gray_mask(10, 10, 15)),
                                    payload_of({{"image/encoded", Texts{image}}})}));
  const RunResult result = inspect_masks(folder, {"--samples", "0"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out,
             ContainsSubstring("\nmasks     3 in 3 images, 3 ids; 1 image without\n"
                               "ids       15 66.33 % in 2 images, 3 33.00 % in 1, 0 0.67 % in 2\n"));
  CHECK(masks_json(folder).dump() ==
        R"({"masks":3,"images_without_mask":1,"not_read":0,"ids":[{"id":15,"pixels":199,"images":2},)"
        R"({"id":3,"pixels":99,"images":1},{"id":0,"pixels":2,"images":2}]})");
}

TEST_CASE("inspect names the ids of masks by the manifest") {
  const Masks scene;
  scene.scratch.write("classes.csv", "id,name\n0,background\n1,cat\n2,dog\n");
  scene.report({"--mask-classes", "classes.csv"});
  const RunResult result = scene.run({"inspect", "out", "--samples", "0"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             ContainsSubstring("masks     4 in 4 images, 4 ids\n"
                               "ids       2 (dog) 39.84 % in 1 image, 255 (ignored) 39.84 % in 1, "
                               "1 (cat) 19.69 % in 2, 0 (background) 0.62 % in 4\n"));
  const Json json = Json::parse(scene.run({"inspect", "out", "--json"}).out)["masks"];
  CHECK(json["ids"][0].dump() == R"({"id":2,"name":"dog","pixels":255,"images":1})");
  CHECK_FALSE(json["ids"][1].contains("name"));
}

TEST_CASE(
    "inspect: a number of mask classes has no names, and a feature of another name is known by the "
    "manifest") {
  Masks scene;
  scene.options = {"--masks", "masks", "--name", "f", "--feature", "image=jpeg", "--feature", "seg=mask"};
  scene.report({"--mask-classes", "3"});
  const Json json = Json::parse(scene.run({"inspect", "out", "--json"}).out)["masks"];
  CHECK(json["masks"] == 4);
  CHECK(json["images_without_mask"] == 0);
  CHECK(json["ids"][0].dump() == R"({"id":2,"pixels":255,"images":1})");
}

TEST_CASE("inspect: images in features with names of masks are not masks") {
  const ScratchFolder folder;
  const auto with_mask = [](const std::string& value) { return payload_of({{"mask", Texts{value}}}); };
  folder.write("a.tfrec",
               shard_of({with_mask(rgb_image(9)), with_mask(jpeg_image(9, 9)), with_mask("text")}));
  CHECK(masks_json(folder).is_null());
  CHECK_THAT(inspect_masks(folder).out, !ContainsSubstring("\nmasks"));
}

TEST_CASE("inspect: damaged masks are counted as such, and are no error") {
  const ScratchFolder folder;
  const std::string mask = mask_image(20, 20, 1);
  folder.write("a.tfrec", shard_of({payload_of({{"mask", Texts{mask}}}),
                                    payload_of({{"mask", Texts{mask.substr(0, mask.size() - 20)}}})}));
  const RunResult result = inspect_masks(folder);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, ContainsSubstring("masks     2 in 2 images, 2 ids; 1 can't be read\n"));
  CHECK(masks_json(folder)["not_read"] == 1);
}

TEST_CASE("inspect reads the masks of the first records alone") {
  const ScratchFolder folder;
  std::vector<std::string> payloads;
  for (int id = 1; id < 4; ++id) {
    const std::string mask = gray_mask(4, 4, id);
    payloads.push_back(payload_of({{"mask", Texts{mask}}}));
  }
  folder.write("a.tfrec", shard_of(payloads));
  CHECK(masks_json(folder, {"--records", "2"})["ids"].size() == 2);
}

TEST_CASE("inspect: sides of images were shown as labels") {
  const Masks scene;
  scene.report();
  const RunResult result = scene.run({"inspect", "out"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, !ContainsSubstring("labels ") && !ContainsSubstring("mixing "));
  const ScratchFolder folder;
  std::vector<std::string> payloads;
  for (const std::int64_t side : {8, 9, 8, 9})
    payloads.push_back(payload_of({{"image/height", Integers{side}}, {"label", Integers{side}}}));
  folder.write("a.tfrec", shard_of(payloads));
  const RunResult others = inspect_masks(folder);
  CHECK_THAT(others.out, ContainsSubstring("labels    'label': 8 × 2, 9 × 2\n"));
  CHECK_THAT(others.out, !ContainsSubstring("labels    'image/height'"));
}

TEST_CASE("inspect: a column that is called width can be a label") {
  BuildScene scene({"--labels", "labels.csv", "--name", "f"});
  scene.images(4);
  scene.table("image,width\n0.jpg,1\n1.jpg,2\n2.jpg,1\n3.jpg,2\n");
  scene.report();
  CHECK_THAT(scene.run({"inspect", "out"}).out, ContainsSubstring("labels    'width': 1 × 2, 2 × 2\n"));
}

TEST_CASE("inspect counted each image of a set of several sizes once for each size") {
  const Masks scene;
  REQUIRE(scene.build({"--sizes", "16x16,8x8", "-q"}).exit_code == 0);
  const RunResult result = scene.run({"inspect", "out", "--samples", "0"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::StartsWith("2 shards, 8 records, "));
  CHECK_THAT(result.out, ContainsSubstring(": 4 JPEG; width 16, height 16, 3 channels\n"));
  const std::string note = "the set has 2 sizes: features, images and labels are those of 16x16";
  CHECK(result.err == "tfrec: " + note + "\n");
  const Json json = Json::parse(scene.run({"inspect", "out", "--json"}).out);
  CHECK(json["files"].size() == 2);
  CHECK(json["images"]["count"] == 8);  // with the masks
  CHECK(json["masks"]["masks"] == 4);
  CHECK(json["masks"]["images_without_mask"] == 0);
  CHECK(json["schema"][0]["in_records"] == 4);
  CHECK(json["notes"] == Json::array({note}));
  CHECK_THAT(scene.run({"inspect", "out", "--records", "6"}).err,
             ContainsSubstring("read only the first 4 records\n") && ContainsSubstring(note));
  const RunResult other = scene.run({"inspect", "out/8x8"});
  CHECK_THAT(other.out, ContainsSubstring(": 4 JPEG; width 8, height 8, 3 channels\n"));
  CHECK(other.err.empty());
}

TEST_CASE("inspect: damage is found in shards of all sizes of a set") {
  const Masks scene;
  REQUIRE(scene.build({"--sizes", "16x16,8x8", "-q"}).exit_code == 0);
  const std::string shard = "out/8x8/f00-4.tfrec";
  scene.scratch.write(shard, with_flipped_bit(scene.scratch.read(shard), 100));
  const RunResult result = scene.run({"inspect", "out"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring(shard + ": record 0 at byte 0"));
}
