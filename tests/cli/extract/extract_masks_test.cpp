// SPDX-License-Identifier: Apache-2.0
// extract: masks come back beside their images, and the printed command pairs them again.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"
#include "support/scenes/round_trip.hpp"
#include "support/scenes/stored_records.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Rows of `count` bytes each, all different.
std::vector<std::string> noise(int rows, int count, unsigned seed) {
  std::vector<std::string> all;
  for (int y = 0; y < rows; ++y) {
    std::string row;
    for (int x = 0; x < count; ++x) row += static_cast<char>((x * 7 + y * 13) % 5 + static_cast<int>(seed));
    all.push_back(row);
  }
  return all;
}

/// p0.jpg … p3.jpg of 20x16 with masks of palette indices.
class MaskedImages : public RoundTrip {
 public:
  explicit MaskedImages(const std::string& labels = "image\np0.jpg\np1.jpg\np2.jpg\np3.jpg\n")
      : RoundTrip(labels) {
    for (unsigned i = 0; i < 4; ++i)
      scratch.write("masks/p" + std::to_string(i) + ".png", png_image(20, noise(16, 20, i)));
  }

  /// Builds, extracts, and builds again as printed: the masks and all records are the same.
  nlohmann::json check_masks(const Words& how, const std::string& feature) const {
    make("images", "labels.csv", "a", Words{"--masks", "masks"} + how);
    nlohmann::json report = check_extracted("a");
    CHECK(report["not_rebuilt"].empty());
    CHECK(report["masks"] == 4);
    CHECK(masks_of("x/masks") == sorted(values_in(scratch / "a", feature)));
    return report;
  }
  Words masks_of(const std::string& folder) const {
    Words found;
    for (const auto& [path, content] : scratch.files(folder)) {
      if (!path.ends_with('/')) found.push_back(content);
    }
    return sorted(found);
  }
  static Words sorted(Words all) {
    std::ranges::sort(all);
    return all;
  }
};

const std::string k_mask = "image/segmentation/class/encoded";

/// Records of another program, with these features beside their images of 20x16.
void write_others(const ScratchFolder& scratch, const std::vector<std::vector<NamedValues>>& records) {
  std::vector<std::string> payloads;
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::vector<NamedValues> features = records[i];
    const std::string image = jpeg_image(20, 16, static_cast<unsigned>(i) + 1);
    const std::string name = "o" + std::to_string(i) + ".jpg";
    features.push_back({"image/encoded", Texts{image}});
    features.push_back({"image/filename", Texts{name}});
    payloads.push_back(payload_of(features));
  }
  scratch.write("others/a.tfrec", shard_of(payloads));
}

}  // namespace

TEST_CASE("extract: the masks of a set come back byte for byte, and the printed command pairs them again") {
  const MaskedImages scene;
  const nlohmann::json report = scene.check_masks({"--layout", "segmentation"}, k_mask);
  CHECK(report["build_options"] ==
        Words{"--layout", "segmentation", "--encode", "copy", "--masks", "x/masks"});
  CHECK(report["columns"] == Words{"image"});
  CHECK(report["left_out"].size() == 5);  // facts of the image, and the format of the mask
  CHECK(names(scene.scratch.files("x/masks")) == Words{"p0.png", "p1.png", "p2.png", "p3.png"});
}

TEST_CASE("extract: masks of sets of any size and layout are built again") {
  const std::string table = "image,kind\np0.jpg,b\np1.jpg,a\np2.jpg,b\np3.jpg,a\n";
  const auto check = [&](const Words& how, const std::string& feature) {
    CAPTURE(how);
    const MaskedImages scene(table);
    return scene.check_masks(how, feature);
  };
  check({"--layout", "segmentation", "--size", "30x18", "--fit", "pad"}, k_mask);
  check({"--layout", "segmentation", "--size", "9", "--fit", "crop"}, k_mask);
  check({"--layout", "segmentation", "--size", "30", "--fit", "pad", "--mask-ignore", "300"}, k_mask);
  CHECK(check({}, "mask")["build_options"] ==
        Words{"--classes", "x/classes.txt", "--encode", "copy", "--masks", "x/masks"});
  const Words named{"--feature", "photo=jpeg", "--feature",        "name=bytes:image", "--feature",
                    "mask=mask", "--feature",  "type=mask-format", "--feature",        "kind=index:kind"};
  const nlohmann::json report = check(named, "mask");
  CHECK(report["image_feature"] == "photo");
  check({"--feature", "photo=png", "--feature", "m=mask"}, "m");
  check({"--feature", "pixels=raw-uint8", "--feature", "m=mask"}, "m");
}

TEST_CASE("extract: the splits of masked images come back") {
  const MaskedImages scene;
  const nlohmann::json report = scene.check_masks(
      {"--layout", "segmentation", "--split", "train=0.5,val=0.5", "--dedupe", "ignore"}, k_mask);
  CHECK(report["split_column"] == "split");
}

TEST_CASE("extract: masks of 16 bits come back") {
  const MaskedImages scene;
  scene.scratch.write("masks/p2.png", png_image(20, noise(16, 40, 1), {.bits = 16, .color_type = 0}));
  scene.check_masks({"--layout", "segmentation"}, k_mask);
}

TEST_CASE("extract: the classes of masks and the ignored id are given to build again") {
  const MaskedImages scene;
  scene.scratch.write("ids.csv", "id,name\n0,sky\n1,\"tree, tall\"\n2,=car\n3,d\n4,e\n5,f\n6,g\n");
  const nlohmann::json report = scene.check_masks(
      {"--layout", "segmentation", "--mask-classes", "ids.csv", "--mask-ignore", "7"}, k_mask);
  CHECK(report["build_options"] == Words{"--layout", "segmentation", "--encode", "copy", "--masks", "x/masks",
                                         "--mask-classes", "x/mask_classes.pbtxt", "--mask-ignore", "7"});
  CHECK(scene.manifest("a")["options"]["mask-classes"] == scene.manifest("b")["options"]["mask-classes"]);
  const MaskedImages counted;
  counted.check_masks({"--layout", "segmentation", "--mask-classes", "8"}, k_mask);
}

TEST_CASE("extract: masks of images whose names differ by their extensions") {
  const MaskedImages scene("image\np0.jpg\np0.jpeg\np1.jpg\np2.jpg\n");
  scene.image("p0.jpeg", jpeg_image(20, 16, 9));
  fs::rename(scene.scratch / "masks/p0.png", scene.scratch / "masks/p0.jpg.png");
  fs::rename(scene.scratch / "masks/p3.png", scene.scratch / "masks/p0.jpeg.png");
  scene.check_masks({"--layout", "segmentation"}, k_mask);
  CHECK(names(scene.scratch.files("x/masks")) == Words{"p0.jpeg.png", "p0.jpg.png", "p1.png", "p2.png"});
}

TEST_CASE("extract: masks that build would pair with other images are reported") {
  const MaskedImages scene("image\np0.jpg\np0.jpeg\np0.jpg.jpg\np2.jpg\n");
  scene.image("p0.jpeg", jpeg_image(20, 16, 9));
  scene.image("p0.jpg.jpg", jpeg_image(20, 16, 10));
  fs::rename(scene.scratch / "masks/p0.png", scene.scratch / "masks/p0.jpg.png");
  fs::rename(scene.scratch / "masks/p3.png", scene.scratch / "masks/p0.jpeg.png");
  fs::rename(scene.scratch / "masks/p1.png", scene.scratch / "masks/p0.jpg.jpg.png");
  scene.make("images", "labels.csv", "a", {"--masks", "masks"});
  const nlohmann::json report = scene.check_extracted("a");
  CHECK(report["masks"] == 4);
  CHECK(reasons(report) == Words{"mask: build would pair masks with images of nearly the same name"});
  CHECK(report["build_options"] == Words{"--layout", "unlabelled", "--encode", "copy"});
}

TEST_CASE("extract: --image-feature takes masks for the images") {
  const MaskedImages scene;
  scene.make("images", "labels.csv", "a", {"--masks", "masks"});
  const nlohmann::json report = scene.extract("a", {"--image-feature", "mask"});
  CHECK(report["masks"] == 0);
  CHECK(names(scene.scratch.files("x/images")) == Words{"p0.png", "p1.png", "p2.png", "p3.png"});
  CHECK(report["left_out"] ==
        nlohmann::json{"'image': it contains other images than those that are extracted"});
  scene.make("x/images", "x/labels.csv", "b", report["build_options"].get<Words>());
}

TEST_CASE("extract: masks of other programs are recognised by their names") {
  const RoundTrip scene("image\n");
  const std::string gray = png_image(20, noise(16, 20, 1), {.color_type = 0});
  const auto record = [](const std::string& mask) {
    return std::vector<NamedValues>{{k_mask, Texts{mask}}, {"image/segmentation/class/format", Texts{"PNG"}}};
  };
  write_others(scene.scratch, {record(gray), record(gray)});
  const nlohmann::json report = scene.extract("others");
  CHECK(report["not_rebuilt"].empty());
  CHECK(report["build_options"] == Words{"--feature", "image/encoded=jpeg", "--feature",
                                         "image/filename=bytes:image", "--feature", k_mask + "=mask",
                                         "--feature", "image/segmentation/class/format=mask-format",
                                         "--encode", "copy", "--masks", "x/masks"});
  scene.make("x/images", "x/labels.csv", "b", report["build_options"].get<Words>());
  CHECK(scene.shards("b").begin()->second == scene.scratch.read("others/a.tfrec"));
  CHECK(scene.scratch.read("x/masks/o1.png") == gray);
}

TEST_CASE(
    "extract: what build makes otherwise of others' masks is reported, and the command builds the rest") {
  const RoundTrip scene("image\n");
  const std::string gray = png_image(20, noise(16, 20, 1), {.color_type = 0});
  const std::string palette = png_image(20, noise(16, 20, 1));
  const std::string small = png_image(10, noise(16, 10, 1), {.color_type = 0});
  const std::string deep = png_image(20, noise(16, 40, 1), {.bits = 16, .color_type = 0});
  const std::string photo = jpeg_image(20, 16);
  const auto check = [&](const std::vector<std::vector<NamedValues>>& records, const std::string& reason,
                         bool is_built) {
    CAPTURE(reason);
    write_others(scene.scratch, records);
    fs::remove_all(scene.scratch / "x");
    fs::remove_all(scene.scratch / "b");
    const nlohmann::json report = scene.check_extracted("others");
    CHECK(reasons(report) == Words{"mask: " + reason});
    const auto words = report["build_options"].get<Words>();
    CHECK((std::ranges::find(words, "mask=mask") != words.end()) == is_built);
  };
  check({{{"mask", Texts{gray}}}, {{"mask", Texts{palette}}}},
        "1 mask is another PNG than build writes of the same ids", true);
  check({{{"mask", Texts{gray}}}, {{"mask", Texts{deep}}}},
        "2 masks are other PNGs than build writes of the same ids", true);
  check({{{"mask", Texts{gray}}}, {}}, "it is missing in 1 record, and build needs a mask for each image",
        false);
  check({{{"mask", Texts{gray}}}, {{"mask", Texts{small}}}}, "1 mask is not of the size of the image", false);
  check({{{"mask", Texts{gray}}}, {{"mask", Texts{photo}}}}, "its bytes are not text", false);
}

TEST_CASE("extract: masks replace others with --overwrite, and a file in their way is an error") {
  const MaskedImages scene;
  scene.make("images", "labels.csv", "a", {"--masks", "masks"});
  scene.scratch.write("x/masks", "");
  const RunResult blocked = scene.run({"extract", "a", "-o", "x", "--overwrite", "-q"});
  CHECK(blocked.exit_code == 2);
  CHECK(blocked.err ==
        "tfrec: error: x/masks: is not a real folder, but files would be written there\n"
        "tfrec: hint: move it away, or use another -o\n");
  fs::remove(scene.scratch / "x/masks");
  scene.scratch.write("x/masks/p1.png", "old");
  scene.must({"extract", "a", "-o", "x", "--overwrite"});
  CHECK(scene.masks_of("x/masks") == MaskedImages::sorted(values_in(scene.scratch / "a", "mask")));
}
