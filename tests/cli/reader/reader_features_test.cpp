// SPDX-License-Identifier: Apache-2.0
// Code for features other than one image and numbers: masks, packed values, several images, absent values.
#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const std::string k_jpeg = jpeg_image(16, 16);
const std::string k_other = jpeg_image(24, 16);

class FeatureScene : public BuildScene {
 public:
  FeatureScene() : BuildScene({"--name", "f", "--labels", "labels.csv", "-q"}) {}

  /// A shard of these records.
  void shard(const std::vector<std::vector<NamedValues>>& records) const {
    std::vector<std::string> payloads;
    payloads.reserve(records.size());
    for (const auto& record : records) payloads.push_back(payload_of(record));
    scratch.write("a.tfrec", shard_of(payloads));
  }
  /// Images of two sizes with a box each, the largest edge of which is `xmax`.
  void boxes(float xmax) const {
    const std::vector<NamedValues> edges{{"image/object/bbox/xmax", Floats{xmax}},
                                         {"image/object/bbox/xmin", Floats{0.25F}},
                                         {"image/object/bbox/ymax", Floats{0.75F}},
                                         {"image/object/bbox/ymin", Floats{0.25F}}};
    std::vector<std::vector<NamedValues>> records(2, {{"image", Texts{k_jpeg}}});
    records.back() = {{"image", Texts{k_other}}};
    for (auto& record : records) record.insert(record.end(), edges.begin(), edges.end());
    shard(records);
  }
  std::string code(const std::string& framework, const std::string& set = "a.tfrec") const {
    const RunResult result = run({"reader", set, "--framework", framework, "-q"});
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    return result.out;
  }
  void refuses(const std::string& framework, const std::string& reason, const std::string& hint,
               const std::string& set = "a.tfrec") const {
    check_error(run({"reader", set, "--framework", framework, "-q"}), 2,
                "tfrec: error: " + reason + "\ntfrec: hint: " + hint + "\n");
  }
};

const std::string k_others_read = "--framework tf, torch or jax read them";

std::string gray_png(int bits) {
  return png_image(8, std::vector<std::string>(8, std::string(static_cast<std::size_t>(bits), '\1')),
                   {bits, 0});
}

}  // namespace

TEST_CASE("reader: a value that some records do not have is filled in") {
  const FeatureScene scene;
  scene.shard({{{"image", Texts{k_jpeg}},
                {"count", Integers{4}},
                {"note", Texts{"a note"}},
                {"weight", Floats{0.5F}},
                {"more", Integers{1, 2}}},
               {{"image", Texts{k_jpeg}}, {"more", Integers{}}}});
  const std::string tf = scene.code("tf");
  CHECK_THAT(tf, ContainsSubstring("\"count\": tf.io.FixedLenFeature([], tf.int64, default_value=-1)"));
  CHECK_THAT(tf, ContainsSubstring("\"note\": tf.io.FixedLenFeature([], tf.string, default_value=\"\")"));
  CHECK_THAT(tf, ContainsSubstring("FixedLenFeature([], tf.float32, default_value=float(\"nan\"))"));
  CHECK_THAT(tf, ContainsSubstring("\"more\": tf.io.RaggedFeature(tf.int64)"));
  const std::string torch = scene.code("torch");
  CHECK_THAT(torch, ContainsSubstring("\"count\": np.int64([-1])"));
  CHECK_THAT(torch, ContainsSubstring("\"note\": [b\"\"]"));
  CHECK_THAT(torch, ContainsSubstring("\"weight\": np.float32([np.nan])"));
  CHECK_THAT(torch, ContainsSubstring("\"more\": np.int64([])"));
  CHECK_THAT(scene.code("dali"), ContainsSubstring("fn.pad(example[\"more\"], fill_value=-1)"));
}

TEST_CASE("reader: packed values and pixels get their type and shape back") {
  const FeatureScene scene;
  for (int i = 0; i < 3; ++i) scene.image(std::to_string(i) + ".ppm", ppm_image(6, 4));
  scene.table("image,a,b\n0.ppm,1,2\n1.ppm,3,4\n2.ppm,5,6\n");
  REQUIRE(scene.build({"--layout", "xy"}).exit_code == 0);
  const std::string tf = scene.code("tf", "out");
  CHECK_THAT(tf, ContainsSubstring("tf.io.decode_raw(example[\"x\"], tf.float32)"));
  CHECK_THAT(tf, ContainsSubstring("example[\"x\"] = tf.reshape(values, [4, 6, 3])"));
  CHECK_THAT(tf, ContainsSubstring("example[\"y\"] = tf.reshape(values, [2])"));
  CHECK_THAT(scene.code("torch", "out"), ContainsSubstring("values = values.reshape(4, 6, 3)"));
  CHECK_THAT(scene.code("dali", "out"),
             ContainsSubstring("fn.reinterpret(example[\"x\"], dtype=types.FLOAT, shape=[4, 6, 3])"));

  const std::string out = "whole";
  const RunResult built = scene.build({"--feature", "x=raw-uint8", "--feature", "y=raw-int64:a,b"}, out);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  CHECK_THAT(scene.code("tf", out), ContainsSubstring("tf.io.decode_raw(example[\"x\"], tf.uint8)") &&
                                        ContainsSubstring("tf.io.decode_raw(example[\"y\"], tf.int64)"));
  CHECK_THAT(scene.code("dali", out),
             ContainsSubstring("dtype=types.UINT8") && ContainsSubstring("dtype=types.INT64"));
}

TEST_CASE("reader: raw pixels of several sizes have the shape that their records name") {
  const FeatureScene scene;
  const std::string pixels(160, '\1');
  const auto of_width = [&](std::int64_t width) {
    const auto bytes = static_cast<std::size_t>(8 * width * 3);
    return std::vector<NamedValues>{{"image_raw", Texts{std::string_view(pixels).substr(0, bytes)}},
                                    {"height", Integers{8}},
                                    {"width", Integers{width}},
                                    {"depth", Integers{3}}};
  };
  scene.shard({of_width(4), of_width(5)});
  const std::string tf = scene.code("tf");
  CHECK_THAT(tf, ContainsSubstring("shape = [example[\"height\"], example[\"width\"], 3]"));
  CHECK_THAT(tf, ContainsSubstring("image = resize(tf.reshape(values, shape))"));
  CHECK_THAT(tf, ContainsSubstring("tf.ensure_shape(image, [*IMAGE_SIZE, 3])"));
  scene.refuses("dali", "DALI reads only raw pixels of one shape", k_others_read);

  scene.shard({of_width(4), of_width(4)});
  CHECK_THAT(scene.code("tf"), ContainsSubstring("tf.reshape(values, [8, 4, 3])"));
}

TEST_CASE("reader: masks are ids, with the names of the set") {
  BuildScene set({"--masks", "masks", "--mask-classes", "classes.csv", "--layout", "segmentation", "-q"});
  for (int i = 0; i < 4; ++i) {
    set.image(std::to_string(i) + ".jpg", jpeg_image(8, 8));
    set.scratch.write("masks/" + std::to_string(i) + ".png", gray_png(8));
  }
  set.scratch.write("classes.csv", "id,name\n0,background\n1,cat\n");
  set.report({"--name", "f"});
  const std::string mask = "example[\"image/segmentation/class/encoded\"]";
  const auto code = [&](const std::string& framework) {
    return set.run({"reader", "out", "--framework", framework, "-q"}).out;
  };
  CHECK_THAT(code("tf"), ContainsSubstring("CLASSES = [\"background\", \"cat\"]") &&
                             ContainsSubstring("mask = tf.io.decode_png(" + mask + ", channels=1)") &&
                             ContainsSubstring(mask + " = tf.ensure_shape(mask, [8, 8, 1])"));
  CHECK_THAT(code("torch"), ContainsSubstring("return np.array(mask, np.uint8)"));
  CHECK_THAT(code("dali"), ContainsSubstring(mask + ", output_type=types.GRAY"));
}

TEST_CASE("reader: masks that a framework would read as colours are refused") {
  const FeatureScene scene;
  const std::string name = "image/segmentation/class/encoded";
  const std::string palette = mask_image(16, 16, 3);
  scene.shard({{{"image/encoded", Texts{k_jpeg}}, {name, Texts{palette}}}});
  scene.refuses("tf",
                "TensorFlow decodes masks with a palette, or of less than 8 bits, to colours, not to ids",
                "--framework torch or jax read them; `tfrec build` stores plain ids");
  scene.refuses("dali", "DALI reads only 8-bit masks without a palette", k_others_read);
  CHECK_THAT(scene.code("torch"), ContainsSubstring("decode_mask("));
  const std::string packed = gray_png(2);
  scene.shard({{{"image/encoded", Texts{k_jpeg}}, {name, Texts{packed}}}});
  scene.refuses("torch", "PyTorch reads masks with Pillow, which scales ids of 2 and 4 bits",
                "`tfrec extract` and `tfrec build` store plain ids");
}

TEST_CASE("reader: several images of a record are decoded one by one") {
  const FeatureScene scene;
  scene.shard({{{"views", Texts{k_jpeg, k_other}}}, {{"views", Texts{k_other, k_jpeg}}}});
  CHECK_THAT(scene.code("tf"),
             ContainsSubstring("tf.map_fn(") &&
                 ContainsSubstring("lambda data: resize(tf.io.decode_jpeg(data, channels=3))") &&
                 ContainsSubstring("fn_output_signature=tf.TensorSpec([*IMAGE_SIZE, 3], tf.uint8)"));
  scene.refuses("dali", "DALI reads one image of a feature, and records have several", k_others_read);
}

TEST_CASE("reader: images of several sizes and formats are resized, by DALI, too") {
  const FeatureScene scene;
  const std::string png = png_image(8, std::vector<std::string>(8, std::string(24, '\7')), {8, 2});
  scene.shard({{{"image", Texts{k_jpeg}}}, {{"image", Texts{png}}}});
  CHECK_THAT(scene.code("tf"), ContainsSubstring("tf.io.decode_image(") &&
                                   ContainsSubstring("channels=3, expand_animations=False"));
  CHECK_THAT(scene.code("dali"), ContainsSubstring("fn.resize(example[\"image\"], size=IMAGE_SIZE)"));
  const std::string ppm = ppm_image(8, 8);
  scene.shard({{{"image", Texts{ppm}}}});
  scene.refuses("tf", "TensorFlow does not decode WebP, TIFF or PNM images",
                "--framework torch or jax read them; `tfrec build` stores JPEG or PNG");
}

TEST_CASE("reader: boxes in pixels are not resized with their images, which is reported") {
  const FeatureScene scene;
  scene.boxes(19);
  const RunResult result = scene.run({"reader", "a.tfrec", "--framework", "tf"});
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "tfrec: boxes are in pixels of the stored images; the code resizes the images, not the boxes\n");
  CHECK_THAT(result.out, ContainsSubstring("# pixels of the stored image\n"));
}

TEST_CASE("reader: one box that leaves its image made fractions pixels") {
  const FeatureScene scene;
  scene.boxes(1.2F);
  const RunResult result = scene.run({"reader", "a.tfrec", "--framework", "tf"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: some boxes leave the image; `tfrec verify` lists them\n");
  CHECK_THAT(result.out, ContainsSubstring("# fractions of the sides\n"));
}

TEST_CASE("reader: classes of boxes are the texts of the records, with ids from 1") {
  const FeatureScene scene;
  scene.shard({{{"image", Texts{k_jpeg}},
                {"image/object/bbox/xmax", Floats{0.5F, 0.9F}},
                {"image/object/bbox/xmin", Floats{0.25F, 0.25F}},
                {"image/object/bbox/ymax", Floats{0.75F, 0.75F}},
                {"image/object/bbox/ymin", Floats{0.25F, 0.25F}},
                {"image/object/class/label", Integers{2, 1}},
                {"image/object/class/text", Texts{"dog", "cat"}}}});
  CHECK_THAT(scene.code("tf"), ContainsSubstring("CLASSES = {\n    1: \"cat\",\n    2: \"dog\",\n}\n"));
}

TEST_CASE("reader: columns of 0 and 1 are the classes, as the table orders them") {
  const FeatureScene scene;
  scene.images(2);
  scene.table("image,zebra,ant\n0.jpg,0,1\n1.jpg,1,1\n");
  REQUIRE(scene.build({}).exit_code == 0);
  CHECK_THAT(scene.code("tf", "out"), ContainsSubstring("CLASSES = [\"zebra\", \"ant\"]\n"));
  fs::remove(scene.scratch / "out/manifest.json");
  CHECK_THAT(scene.code("tf", "out"), ContainsSubstring("CLASSES = [\"ant\", \"zebra\"]\n"));
}

TEST_CASE("reader: labels without names are named by their numbers") {
  const FeatureScene scene;
  std::vector<std::vector<NamedValues>> records;
  for (const std::int64_t label : {7, 2, 2, 7, 7, 2})
    records.push_back({{"image", Texts{k_jpeg}}, {"label", Integers{label}}});
  scene.shard(records);
  CHECK_THAT(scene.code("tf"), ContainsSubstring("CLASSES = {\n    2: \"2\",\n    7: \"7\",\n}\n"));
}

TEST_CASE("reader: 0/1 columns beside a label of numbers were taken for the classes") {
  const FeatureScene scene;
  scene.images(6);
  scene.table(
      "image,label,male,smiling\n0.jpg,0,1,0\n1.jpg,1,0,1\n2.jpg,2,1,1\n3.jpg,0,0,0\n4.jpg,1,1,1\n"
      "5.jpg,2,0,0\n");
  REQUIRE(scene.build({}).exit_code == 0);
  for (const char* framework : {"tf", "torch", "jax"})
    CHECK_THAT(scene.code(framework, "out"), ContainsSubstring("\nCLASSES = [\"0\", \"1\", \"2\"]\n"));
  CHECK_THAT(scene.code("tf", "out"),
             ContainsSubstring("Keras takes pairs: dataset().map(lambda e: (e[\"image\"], e[\"label\"]))\n"));
  fs::remove(scene.scratch / "out/manifest.json");
  CHECK_THAT(scene.code("tf", "out"), ContainsSubstring("\nCLASSES = [\"0\", \"1\", \"2\"]\n"));
}

TEST_CASE("reader: a 0/1 label was taken for one of several classes beside 0/1 attributes") {
  const FeatureScene scene;
  scene.images(3);
  scene.table("image,label,male,smiling\n0.jpg,0,1,0\n1.jpg,1,1,1\n2.jpg,1,0,1\n");
  REQUIRE(scene.build({}).exit_code == 0);
  CHECK_THAT(scene.code("tf", "out"), ContainsSubstring("\nCLASSES = [\"0\", \"1\"]\n"));
}
