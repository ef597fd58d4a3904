// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const Words k_frameworks{"tf", "torch", "jax", "dali"};

/// Four images of two classes, and reading code for the sets made of them.
class ReaderScene : public BuildScene {
 public:
  ReaderScene() {
    images(4);
    table("image,class\n0.jpg,cat\n1.jpg,dog\n2.jpg,dog\n3.jpg,cat\n");
    options = {"--name", "f", "--labels", "labels.csv"};
  }

  RunResult read(const std::string& framework, const Words& more = {"out"}) const {
    return run(Words{"reader", "--framework", framework} + more);
  }
};

std::string example_of(std::vector<NamedValues> features) {
  static const std::string k_image = jpeg_image(16, 16);
  features.insert(features.begin(), {"image", Texts{k_image}});
  return payload_of(features);
}

}  // namespace

TEST_CASE("reader: a tf.data pipeline for just these shards") {
  const ReaderScene scene;
  REQUIRE(scene.build({"--shards", "2"}).exit_code == 0);
  const RunResult result = scene.read("tf");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out == R"py(# Reading code by tfrec reader for TensorFlow.
import tensorflow as tf

FILES = ["out/*.tfrec"]
CLASSES = ["cat", "dog"]
BATCH_SIZE = 4
RECORDS = 4
STEPS_PER_EPOCH = RECORDS // BATCH_SIZE  # 1, with one host
SHUFFLE_BUFFER = 4  # records
FEATURES = {
    "class": tf.io.FixedLenFeature([], tf.int64),
    "image": tf.io.FixedLenFeature([], tf.string),
    "image_name": tf.io.FixedLenFeature([], tf.string),
}


def parse(record):
    example = tf.io.parse_single_example(record, FEATURES)
    image = tf.io.decode_jpeg(example["image"], channels=3)
    example["image"] = tf.ensure_shape(image, [16, 16, 3])
    return example


def dataset(batch_size=BATCH_SIZE, training=True, *, context=None):
    """All records once, in batches. In training, full shuffled batches, repeated.

    Keras takes pairs: dataset().map(lambda e: (e["image"], e["class"]))
    Images are uint8, 0 to 255.
    context: the tf.distribute.InputContext of a host that reads its share of the files
    """
    files = [name for glob in FILES for name in sorted(tf.io.gfile.glob(glob))]
    if not files:
        raise FileNotFoundError(FILES)
    ds = tf.data.Dataset.from_tensor_slices(files)
    if context is not None:
        ds = ds.shard(context.num_input_pipelines, context.input_pipeline_id)
    if training:
        ds = ds.shuffle(len(files))
    ds = ds.interleave(
        tf.data.TFRecordDataset,
        cycle_length=16 if training else 1,
        num_parallel_calls=tf.data.AUTOTUNE,
        deterministic=not training,
    )
    if training:
        ds = ds.shuffle(SHUFFLE_BUFFER).repeat()
    ds = ds.map(parse, num_parallel_calls=tf.data.AUTOTUNE)
    ds = ds.batch(batch_size, drop_remainder=training)
    if not training and context is None:
        batches = -(-RECORDS // batch_size)
        ds = ds.apply(tf.data.experimental.assert_cardinality(batches))
    return ds.prefetch(tf.data.AUTOTUNE)


if __name__ == "__main__":  # what a batch has
    batch = next(iter(dataset(training=False)))
    for name, values in batch.items():
        print(name, values.dtype.name, values.shape)
)py");
}

TEST_CASE("reader: the steps of an epoch did not fit the batches of the model") {
  const ReaderScene scene;
  REQUIRE(scene.build({"--split", "train=0.75,val=0.25"}).exit_code == 0);
  for (const std::string& framework : k_frameworks) {
    const RunResult result = scene.read(framework, {"out", "--batch", "3"});
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.out,
               ContainsSubstring("BATCH_SIZE = 3\nRECORDS = {\n    \"train\": 3,\n    \"val\": 1,\n}\n"
                                 "STEPS_PER_EPOCH = RECORDS[\"train\"] // BATCH_SIZE"));
  }
  const RunResult large = scene.read("tf", {"out", "--batch", "4"});
  CHECK(large.exit_code == 2);
  CHECK(large.out.empty());
  CHECK(large.err ==
        "tfrec: error: --batch 4: split 'train' has 3 records, so an epoch would have no batch\n"
        "tfrec: hint: use a smaller --batch\n");
}

TEST_CASE("reader: the same code with 1 and with 8 threads") {
  const ReaderScene scene;
  REQUIRE(scene.build({"--shards", "2", "--split", "train=0.5,val=0.5"}).exit_code == 0);
  for (const std::string& framework : k_frameworks) {
    const RunResult result = scene.read(framework, {"out", "-j", "1"});
    CHECK(result.exit_code == 0);
    CHECK(result.out == scene.read(framework, {"out", "-j", "8"}).out);
    CHECK_THAT(result.out, ContainsSubstring("\"val\": [\"out/val/*.tfrec\"],"));
    CHECK_THAT(result.out, ContainsSubstring("split=\"train\""));
  }
}

TEST_CASE("reader: the code of a set with splits listed test before val, and did not explain split") {
  const ReaderScene scene;
  REQUIRE(scene.build({"--split", "test=0.25,val=0.25,train=0.5"}).exit_code == 0);
  for (const std::string& framework : k_frameworks) {
    const RunResult result = scene.read(framework);
    CHECK_THAT(result.out,
               ContainsSubstring("RECORDS = {\n    \"train\": 2,\n    \"val\": 1,\n    \"test\": 1,\n}\n") &&
                   ContainsSubstring("\n    split: a name in FILES\n") &&
                   ContainsSubstring("split=\"train\""));
  }
  REQUIRE(scene.build({}, "whole").exit_code == 0);
  for (const std::string& framework : k_frameworks)
    CHECK_THAT(scene.read(framework, {"whole"}).out, !ContainsSubstring("split"));
}

TEST_CASE("reader: a split of another name is read by default, not the one for tests") {
  const ReaderScene scene;
  REQUIRE(scene.build({"--split", "test=0.25,unlabelled=0.75"}).exit_code == 0);
  CHECK_THAT(scene.read("tf").out, ContainsSubstring("split=\"unlabelled\""));
}

TEST_CASE("reader: running the code printed nothing") {
  const ReaderScene scene;
  REQUIRE(scene.build().exit_code == 0);
  for (const std::string& framework : k_frameworks) {
    CHECK_THAT(scene.read(framework).out, ContainsSubstring("\n\n\nif __name__ == \"__main__\":") &&
                                              ContainsSubstring("        print("));
  }
  CHECK_THAT(scene.read("torch").out, ContainsSubstring("dataset(training=False, num_workers=0)") &&
                                          ContainsSubstring("if isinstance(values, list):"));
  scene.scratch.write("numbers.tfrec", shard_of({example_of({{"class", Integers{1}}})}));
  CHECK_THAT(scene.read("torch", {"numbers.tfrec"}).out, !ContainsSubstring("isinstance(values, list)"));
}

TEST_CASE("reader: a framework is required, and one of four") {
  const ReaderScene scene;
  const RunResult without = scene.run({"reader", "out"});
  CHECK(without.exit_code == 2);
  CHECK(without.out.empty());
  CHECK(without.err == "tfrec: error: --framework is required\ntfrec: hint: --framework tf|torch|jax|dali\n");
  const RunResult other = scene.read("keras");
  CHECK(other.exit_code == 2);
  CHECK(other.out.empty());
  CHECK_THAT(other.err, ContainsSubstring("keras"));
  check_error(scene.read("tf", {"nothing"}), 2, scene.read("torch", {"nothing"}).err);
  check_error(scene.read("tf", {"out", "--shape", "28"}), 2,
              "tfrec: error: --shape '28': write 28x28x1 (height, width, 1 or 3 channels)\n"
              "tfrec: hint: see 'tfrec reader --help'\n");
}

TEST_CASE("reader -o replaces earlier code, never another file") {
  const ReaderScene scene;
  REQUIRE(scene.build().exit_code == 0);
  const RunResult first = scene.read("tf", {"out", "-o", "reader.py"});
  CHECK(first.exit_code == 0);
  CHECK(first.out.empty());
  CHECK(first.err.empty());
  CHECK(scene.scratch.read("reader.py") == scene.read("tf").out);
  CHECK(scene.read("jax", {"out", "-o", "reader.py"}).exit_code == 0);
  CHECK(scene.scratch.read("reader.py") == scene.read("jax").out);
  scene.scratch.write("mine.py", "import this\n");
  check_error(scene.read("tf", {"out", "-o", "mine.py"}), 2,
              "tfrec: error: mine.py: is there already, and is not reading code of tfrec reader\n"
              "tfrec: hint: --out needs the name of a new file\n");
  CHECK(scene.scratch.read("mine.py") == "import this\n");
  check_error(scene.read("tf", {"out", "-o", "-"}), 2,
              "tfrec: error: -: standard output can't be --out\n"
              "tfrec: hint: name a file; ./- is one called '-'\n");
}

TEST_CASE("reader --json has the code in an object") {
  const ReaderScene scene;
  REQUIRE(scene.build().exit_code == 0);
  const RunResult result = scene.read("torch", {"out", "--json"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const Json object = Json::parse(result.out);
  CHECK(object["framework"] == "torch");
  CHECK(object["records"] == 4);
  CHECK(object["code"] == scene.read("torch").out);
}

TEST_CASE("reader: shards that no code can read") {
  const ReaderScene scene;
  scene.scratch.write("flowers.tfrec", flower_shard(3));
  check_error(scene.read("tf", {"flowers.tfrec"}), 1,
              "tfrec: error: no feature of the records is an image\n"
              "tfrec: hint: raw pixels need --shape HxWxC; `tfrec inspect` shows the features\n");
  scene.scratch.write("empty.tfrec", "");
  check_error(scene.read("tf", {"empty.tfrec"}), 1,
              "tfrec: error: empty.tfrec: there are no records\ntfrec: hint: name shards with records\n");
  scene.scratch.write("text.tfrec", shard_of({"no example"}));
  CHECK(scene.read("tf", {"text.tfrec"}).exit_code == 1);
  scene.scratch.write("mixed.tfrec",
                      shard_of({example_of({{"class", Integers{1}}}), example_of({{"class", Floats{1}}})}));
  check_error(scene.read("jax", {"mixed.tfrec"}), 1,
              "tfrec: error: feature 'class' is of different kinds in different records\n"
              "tfrec: hint: name shards of one set; `tfrec inspect` shows the kinds of each\n");
  scene.scratch.write("other.tfrec", shard_of({payload_of({{"class", Integers{1}}})}));
  scene.scratch.write("image.tfrec", shard_of({example_of({})}));
  check_error(scene.read("jax", {"other.tfrec", "image.tfrec"}), 1,
              "tfrec: error: some records have no 'image', which is the image of others\n"
              "tfrec: hint: name shards of one layout\n");
  scene.scratch.write("cut.tfrec", with_flipped_bit(shard_of({example_of({})}), 20));
  const RunResult cut = scene.read("tf", {"cut.tfrec"});
  CHECK(cut.exit_code == 1);
  CHECK(cut.out.empty());
  CHECK_THAT(cut.err, ContainsSubstring("cut.tfrec: ") && ContainsSubstring("`tfrec repair`"));
}

TEST_CASE("reader: sets that number their classes differently have no common list of names") {
  const ReaderScene scene;
  REQUIRE(scene.build().exit_code == 0);
  scene.table("image,class\n0.jpg,ant\n1.jpg,dog\n2.jpg,dog\n3.jpg,cat\n");
  REQUIRE(scene.build({}, "more").exit_code == 0);
  const RunResult result = scene.read("tf", {"out", "more"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("number") && ContainsSubstring("`tfrec reshard --renumber`"));
}

TEST_CASE("reader: compressed shards, which DALI does not read, and mixtures, which nobody reads") {
  const ReaderScene scene;
  REQUIRE(scene.build({"--gzip"}, "zipped").exit_code == 0);
  REQUIRE(scene.build().exit_code == 0);
  CHECK_THAT(scene.read("tf", {"zipped"}).out, ContainsSubstring("compression_type=\"GZIP\""));
  CHECK_THAT(scene.read("jax", {"zipped"}).out, ContainsSubstring("with gzip.open(path, \"rb\") as file:"));
  check_error(scene.read("dali", {"zipped"}), 2,
              "tfrec: error: DALI does not read compressed shards\n"
              "tfrec: hint: `tfrec reshard` writes shards that are not compressed\n");
  const RunResult mixed = scene.read("tf", {"zipped", "out"});
  CHECK(mixed.exit_code == 2);
  CHECK(mixed.out.empty());
  CHECK_THAT(mixed.err, ContainsSubstring("is not compressed") && ContainsSubstring("with GZIP"));
}

TEST_CASE("reader: of a set of several sizes one is read, for the others hold the same samples") {
  const ReaderScene scene;
  REQUIRE(scene.build({"--sizes", "16,32"}).exit_code == 0);
  const RunResult result = scene.read("tf");
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: the code reads only the size 16x16; name the folder of another: 32x32\n");
  CHECK_THAT(result.out,
             ContainsSubstring("[\"out/16x16/f00-4.tfrec\"]") && ContainsSubstring("RECORDS = 4\n"));
  CHECK_THAT(scene.read("tf", {"out/32x32"}).out, ContainsSubstring("[32, 32, 3]"));
}

TEST_CASE("reader: raw pixels of a set without a manifest need --shape") {
  const ReaderScene scene;
  const std::string pixels(75, '\xFE');
  scene.scratch.write("raw.tfrec", shard_of({payload_of({{"pixels", Texts{pixels}}})}));
  CHECK(scene.read("torch", {"raw.tfrec"}).exit_code == 1);
  const RunResult result = scene.read("torch", {"raw.tfrec", "--shape", "5x5x3"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, ContainsSubstring("values = values.reshape(5, 5, 3)"));
  const RunResult wrong = scene.read("torch", {"raw.tfrec", "--shape", "5x5x1"});
  check_error(wrong, 1,
              "tfrec: error: no feature of the records is an image\n"
              "tfrec: hint: no feature has values of --shape\n");
}

TEST_CASE("reader: files beside the shards are not read with them") {
  const ReaderScene scene;
  REQUIRE(scene.build({"--shards", "2"}).exit_code == 0);
  scene.scratch.write("out/other.tfrec", shard_of({example_of({})}));
  CHECK_THAT(scene.read("tf", {"out/f0*.tfrec"}).out, ContainsSubstring("FILES = [\"out/f*.tfrec\"]"));
  scene.scratch.write("out/fine.tfrec", shard_of({example_of({})}));
  CHECK_THAT(scene.read("tf", {"out/f0*.tfrec"}).out,
             ContainsSubstring("FILES = [\"out/f00-2.tfrec\", \"out/f01-2.tfrec\"]"));
}

TEST_CASE("reader: hostile names stay inside literals") {
  const ReaderScene scene;
  const std::string name = "a\"'\\\n$files {x}";
  const std::string shard =
      shard_of({example_of({{name, Integers{1}}, {"class", Texts{"\"\"\"); import os"}}}),
                example_of({{name, Integers{2}}, {"class", Texts{"\"\"\"); import os"}}}),
                example_of({{name, Integers{2}}, {"class", Texts{"b\n"}}})});
  scene.scratch.write("it's \"[1]*\n/a.tfrec", shard);
  for (const std::string& framework : k_frameworks) {
    INFO(framework);
    const RunResult result = scene.read(framework, {"it's \"[1]*\n"});
    REQUIRE(result.exit_code == 0);
    CHECK_THAT(result.out, ContainsSubstring(R"("it's \"[[]1][*]\n/a.tfrec")"));
    CHECK_THAT(result.out, ContainsSubstring(R"('"""); import os')"));
    if (framework != "dali") CHECK_THAT(result.out, ContainsSubstring(R"("a\"'\\\n$files {x}")"));
    scene.scratch.write("code.py", result.out);
    const RunResult compiled = run_program(
        "/usr/bin/python3", {"-c", "compile(open('code.py', encoding='utf-8').read(), 'code.py', 'exec')"},
        in(scene.scratch));
    INFO(compiled.err);
    CHECK(compiled.exit_code == 0);
  }
}

TEST_CASE("reader: a model with an output for each name could not learn ids with gaps") {
  const ReaderScene scene;
  scene.scratch.write("ids.csv", "id,name\n2,cat\n7,dog\n");
  REQUIRE(scene.build({"--classes", "ids.csv"}).exit_code == 0);
  for (const std::string& framework : k_frameworks) {
    CHECK_THAT(scene.read(framework).out,
               ContainsSubstring("\nNUM_CLASSES = 8  # outputs of a model: the largest id + 1\n"));
  }
  REQUIRE(scene.build({"--overwrite"}).exit_code == 0);
  CHECK_THAT(scene.read("tf").out, !ContainsSubstring("NUM_CLASSES"));
}

TEST_CASE("reader: a fold is validated by a model trained on the others") {
  const ReaderScene scene;
  REQUIRE(scene.build({"--folds", "2", "--dedupe", "ignore"}).exit_code == 0);
  for (const std::string& framework : k_frameworks) {
    INFO(framework);
    const RunResult result = scene.read(framework);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.out, ContainsSubstring(R"py(FOLDS = ["fold0", "fold1"]
for fold in FOLDS:  # "not_fold0" has the records of all folds but fold0, and so on
    others = [other for other in FOLDS if other != fold]
    FILES["not_" + fold] = [pattern for other in others for pattern in FILES[other]]
    RECORDS["not_" + fold] = sum(RECORDS[other] for other in others)
STEPS_PER_EPOCH = RECORDS["not_fold0"] // BATCH_SIZE)py") &&
                               ContainsSubstring("split=\"not_fold0\""));
  }
  check_error(scene.read("tf", {"out", "--batch", "3"}), 2,
              "tfrec: error: --batch 3: split 'not_fold0' has 2 records, so an epoch would have no batch\n"
              "tfrec: hint: use a smaller --batch\n");
  const RunResult one = scene.read("tf", {"out/fold1"});
  CHECK_THAT(one.out, ContainsSubstring("split=\"fold1\"") && !ContainsSubstring("not_fold"));
}

TEST_CASE("reader: folds beside the split of --test are validated alike, and not_fold0 has no test image") {
  const ReaderScene scene;
  scene.scratch.write("unseen/a.jpg", jpeg_image(20, 20));
  REQUIRE(scene.build({"--folds", "2", "--dedupe", "ignore", "--test", "unseen"}).exit_code == 0);
  const RunResult result = scene.read("tf");
  CHECK_THAT(result.out, ContainsSubstring("\"test\": 1,") &&
                             ContainsSubstring("FOLDS = [\"fold0\", \"fold1\"]\n") &&
                             ContainsSubstring("split=\"not_fold0\""));
}

TEST_CASE("reader: a list of classes that the records contradict was taken for true") {
  const ReaderScene scene;
  scene.scratch.write("bare/a.tfrec",
                      shard_of({example_of({{"label", Integers{0}}, {"text", Texts{"dog"}}}),
                                example_of({{"label", Integers{1}}, {"text", Texts{"ox"}}})}));
  scene.scratch.write("bare/classes.txt", "ox\ndog\n");
  const RunResult swapped = scene.read("tf", {"bare"});
  CHECK(swapped.exit_code == 0);
  CHECK_THAT(swapped.out, ContainsSubstring("CLASSES = [\"dog\", \"ox\"]\n"));
  CHECK_THAT(swapped.err,
             ContainsSubstring("classes.txt beside the shards is not used: class names differ: id 0 of "
                               "'label' is 'ox' in the list of classes, and 'dog' in 'text'\n"));
  fs::remove(scene.scratch / "bare/classes.txt");
  scene.scratch.write("bare/label_map.pbtxt", "item { id: 1 name: 'ox' } item { id: 2 name: 'elk' }");
  const RunResult shifted = scene.read("tf", {"bare"});
  CHECK_THAT(shifted.out, ContainsSubstring("CLASSES = [\"dog\", \"ox\"]\n"));
  CHECK_THAT(shifted.err,
             ContainsSubstring("label_map.pbtxt beside the shards is not used: it lists no class 0, "
                               "which 'label' has\n"));
}
